package revmon.rt;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The Java of one spec, as something to call. What it throws is contained by the generated code itself.
 *
 * <p>Conditions, bodies and handlers are called through {@link SpecMonitor}, by their numbers, so that the JIT sees plain
 * calls; guards, which have no monitor, by reflection.
 */
final class Support {
    private static final int NONE = -1;

    private final String spec;
    private final Map<String, Method> methods = new HashMap<String, Method>();
    private final Method create;
    /** A monitor that nobody uses, to make others; null: none could be made yet. */
    private volatile SpecMonitor pattern;
    /** By event, and by property and handler: numbers of the generated class. */
    private final int[][] conditions;
    private final int[] bodies;
    private final int[][] handlers;

    /** Resolves everything that the tables name; fails when something is missing. */
    Support(SpecTable spec, Class<?> support) {
        this.spec = spec.name;
        for (Method method : support.getDeclaredMethods()) {
            if (!method.getName().startsWith("revmon_")) {
                methods.put(method.getName(), method);
            }
        }
        create = method("revmonCreate");
        List<String> codes = codesOf(support);
        conditions = new int[spec.events.length][];
        bodies = new int[spec.events.length];
        for (SpecTable.Event event : spec.events) {
            conditions[event.index] = new int[event.conditions.length];
            for (int i = 0; i < event.conditions.length; i++) {
                conditions[event.index][i] = number(codes, event.conditions[i]);
            }
            bodies[event.index] = number(codes, event.body);
        }
        handlers = new int[spec.properties.length][];
        for (int p = 0; p < handlers.length; p++) {
            handlers[p] = new int[spec.properties[p].handlers.length];
            for (int h = 0; h < handlers[p].length; h++) {
                handlers[p][h] = number(codes, spec.properties[p].handlers[h].code);
            }
        }
    }

    private List<String> codesOf(Class<?> support) {
        try {
            return Arrays.asList((String[]) method("revmonCodes").invoke(null));
        } catch (ReflectiveOperationException failed) {
            throw new IllegalArgumentException(support.getName() + ": " + failed);
        }
    }

    private static int number(List<String> codes, Code code) {
        return code.isJava() ? number(codes, code.method) : NONE;
    }

    private static int number(List<String> codes, String method) {
        int number = codes.indexOf(method);
        if (number < 0) {
            throw new IllegalArgumentException("its class has no method " + method);
        }
        return number;
    }

    /** Support classes by name, as the agent defined them: in a loader that sees more than ours. */
    private static final Map<String, Class<?>> DEFINED = new ConcurrentHashMap<String, Class<?>>();

    static void define(Class<?> support) {
        DEFINED.put(support.getName(), support);
    }

    /** The class of a spec; its static initialisers run. */
    static Support load(SpecTable spec) throws ClassNotFoundException {
        String name = spec.supportClass.replace('/', '.');
        Class<?> support = DEFINED.get(name);
        if (support == null) {
            support = Class.forName(name, false, Support.class.getClassLoader());
        }
        return Failures.initialize(spec.name, support) ? new Support(spec, support) : null;
    }

    Method method(String name) {
        Method method = methods.get(name);
        if (method == null) {
            throw new IllegalArgumentException("its class has no method " + name);
        }
        method.setAccessible(true);
        return method;
    }

    /** Null when a field's initialiser threw. */
    SpecMonitor make(Current current) {
        SpecMonitor known = pattern;
        if (known == null) {
            SpecMonitor made = (SpecMonitor) call(current, create, new Object[0]);
            pattern = made == null ? null : made.revmonCopy();
            return made;
        }
        current.leave();
        try {
            return known.revmonNew();
        } catch (Throwable thrown) {
            contain("a field's initialiser", thrown);
            return null;
        } finally {
            current.reenter();
        }
    }

    boolean guard(Current current, Method guard, Object[] variables) {
        return Boolean.TRUE.equals(call(current, guard, variables));
    }

    // Code of the program may run in what follows, and may raise events.

    boolean condition(Current current, SpecTable.Event event, SpecMonitor monitor, Object[] variables) {
        int[] codes = conditions[event.index];
        current.leave();
        try {
            for (int code : codes) {
                if (!monitor.revmonAsk(code, variables)) {
                    return false;
                }
            }
            return true;
        } catch (Throwable thrown) {
            contain("a condition of event " + event.name, thrown);
            return false;
        } finally {
            current.reenter();
        }
    }

    int body(Current current, SpecTable.Event event, SpecMonitor monitor, Site site, Object[] variables) {
        return run(current, bodies[event.index], monitor, site, variables);
    }

    int handler(Current current, int property, int handler, SpecMonitor monitor, Site site) {
        return run(current, handlers[property][handler], monitor, site, null);
    }

    private int run(Current current, int code, SpecMonitor monitor, Site site, Object[] variables) {
        current.leave();
        try {
            return monitor.revmonDo(code, site, variables);
        } catch (Throwable thrown) {
            contain("a body or handler", thrown);
            return SpecMonitor.FAILED;
        } finally {
            current.reenter();
        }
    }

    private Object call(Current current, Method method, Object[] arguments) {
        current.leave();
        try {
            return method.invoke(null, arguments);
        } catch (InvocationTargetException thrown) {
            Monitoring.passThreadDeath(thrown.getCause());
            return null;
        } catch (IllegalArgumentException other) {
            contain(method.getName(), other);
            return null;
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        } finally {
            current.reenter();
        }
    }

    /** A value of a class of the same name, from another loader than the one that the spec's Java sees; or no room left. */
    private void contain(String where, Throwable thrown) {
        Monitoring.passThreadDeath(thrown);
        if (thrown instanceof ClassCastException || thrown instanceof IllegalArgumentException) {
            Failures.contain(spec, where, thrown);
        }
    }
}
