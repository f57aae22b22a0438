import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/** Another agent: retransforms every class that it may, from the JDK's first to the program's last. */
public class RetransformAgent {
    private static Instrumentation instrumentation;

    public static void premain(String argument, Instrumentation given) {
        instrumentation = given;
        given.addTransformer(new ClassFileTransformer() {
            @Override
            public byte[] transform(ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
                return name != null && name.startsWith("java/lang/invoke") ? null : bytes.clone();
            }
        }, true);
        retransformAll();
    }

    /** Classes that could not be retransformed. */
    public static List<String> retransformAll() {
        List<String> refused = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!instrumentation.isModifiableClass(type) || type.getName().startsWith("java.lang.invoke")) {
                continue;
            }
            try {
                instrumentation.retransformClasses(type);
            } catch (Throwable refusal) {
                refused.add(type.getName() + ": " + refusal);
            }
        }
        if (!refused.isEmpty()) {
            System.out.println("REFUSED " + refused);
        }
        return refused;
    }

    /** The same class again, from the bytes that its loader has. */
    public static void redefine(Class<?> type) throws Exception {
        java.io.InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class");
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        for (int b = in.read(); b >= 0; b = in.read()) {
            bytes.write(b);
        }
        instrumentation.redefineClasses(new ClassDefinition(type, bytes.toByteArray()));
    }
}
