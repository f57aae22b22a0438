import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.matcher.ElementMatchers;

/** Byte Buddy advises and makes classes that have slots; class loaders of every sort define them. */
public class Making {
    static class Countdown implements Iterator<Integer> {
        int left = 2;

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Integer next() {
            return left--;
        }
    }

    public static class Twice {
        @Advice.OnMethodExit
        static void exit(@Advice.Return(readOnly = false) Integer value) {
            value = value * 2;
        }
    }

    /** Knows java.* from its parent, and nothing else: its classes are its own. */
    static class Isolated extends ClassLoader {
        Isolated() {
            super(null);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = Making.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                for (int b = in.read(); b >= 0; b = in.read()) {
                    bytes.write(b);
                }
                return defineClass(name, bytes.toByteArray(), 0, bytes.size());
            } catch (Exception e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    static int sum(Iterator<?> numbers) {
        int sum = 0;
        while (numbers.hasNext()) {
            sum += (Integer) numbers.next();
        }
        return sum;
    }

    private static Instrumentation instrumentation;

    public static void premain(String argument, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] args) throws Exception {
        System.out.println(sum(new Countdown()));
        new AgentBuilder.Default()
                .disableClassFormatChanges()
                .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
                .type(ElementMatchers.is(Countdown.class))
                .transform((builder, type, loader, module, domain) ->
                        builder.visit(Advice.to(Twice.class).on(ElementMatchers.named("next"))))
                .installOn(instrumentation);
        System.out.println(sum(new Countdown()));

        Class<?> made = new ByteBuddy().subclass(Object.class).implement(Iterator.class)
                .method(ElementMatchers.named("hasNext")).intercept(FixedValue.value(false))
                .method(ElementMatchers.named("next")).intercept(FixedValue.value((Object) 9))
                .make().load(Making.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER).getLoaded();
        Iterator<?> iterator = (Iterator<?>) made.getConstructor().newInstance();
        System.out.println(iterator.hasNext() + " " + iterator.next());

        List<Class<?>> seen = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Class<?> own = new Isolated().loadClass("Making$Countdown");
            java.lang.reflect.Constructor<?> constructor = own.getDeclaredConstructor();
            constructor.setAccessible(true);
            System.out.println(sum((Iterator<?>) constructor.newInstance()) + " " + (own == Countdown.class) + seen.contains(own));
            seen.add(own);
        }
        Iterator<?> proxy = (Iterator<?>) java.lang.reflect.Proxy.newProxyInstance(Making.class.getClassLoader(),
                new Class<?>[] {Iterator.class}, (self, method, arguments) -> method.getName().equals("hasNext") ? (Object) false : 1);
        System.out.println(proxy.hasNext() + " " + proxy.next() + Arrays.toString(proxy.getClass().getInterfaces()));
    }
}
