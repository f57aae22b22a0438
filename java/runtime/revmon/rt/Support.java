package revmon.rt;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The Java of one spec, as methods to call. What it throws is contained by the generated code itself. */
final class Support {
    private final String spec;
    private final Map<String, Method> methods = new HashMap<String, Method>();
    private final Method create;
    private final Method[][] conditions;
    private final Method[] bodies;
    private final Method[][] handlers;

    /** Resolves every method that the tables name; fails when one is missing. */
    Support(SpecTable spec, Class<?> support) {
        this.spec = spec.name;
        for (Method method : support.getDeclaredMethods()) {
            if (!method.getName().startsWith("revmon_")) {
                methods.put(method.getName(), method);
            }
        }
        create = method("revmonCreate");
        conditions = new Method[spec.events.length][];
        bodies = new Method[spec.events.length];
        for (SpecTable.Event event : spec.events) {
            conditions[event.index] = new Method[event.conditions.length];
            for (int i = 0; i < event.conditions.length; i++) {
                conditions[event.index][i] = method(event.conditions[i]);
            }
            bodies[event.index] = event.body.isJava() ? method(event.body.method) : null;
        }
        handlers = new Method[spec.properties.length][];
        for (int p = 0; p < handlers.length; p++) {
            handlers[p] = new Method[spec.properties[p].handlers.length];
            for (int h = 0; h < handlers[p].length; h++) {
                Code code = spec.properties[p].handlers[h].code;
                handlers[p][h] = code.isJava() ? method(code.method) : null;
            }
        }
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
        return (SpecMonitor) call(current, create, null, new Object[0]);
    }

    boolean guard(Current current, Method guard, Object[] variables) {
        return Boolean.TRUE.equals(call(current, guard, null, variables));
    }

    boolean condition(Current current, int event, SpecMonitor monitor, Object[] variables) {
        for (Method condition : conditions[event]) {
            if (!Boolean.TRUE.equals(call(current, condition, monitor, variables))) {
                return false;
            }
        }
        return true;
    }

    int body(Current current, int event, SpecMonitor monitor, Site site, Object[] variables) {
        Object[] arguments = new Object[variables.length + 1];
        arguments[0] = site;
        System.arraycopy(variables, 0, arguments, 1, variables.length);
        return flags(call(current, bodies[event], monitor, arguments));
    }

    int handler(Current current, int property, int handler, SpecMonitor monitor, Site site) {
        return flags(call(current, handlers[property][handler], monitor, new Object[] {site}));
    }

    private static int flags(Object result) {
        return result instanceof Integer ? (Integer) result : SpecMonitor.FAILED;
    }

    /** Code of the program may run in here, and may raise events. */
    private Object call(Current current, Method method, SpecMonitor monitor, Object[] arguments) {
        current.leave();
        try {
            return method.invoke(monitor, arguments);
        } catch (InvocationTargetException thrown) {
            Monitoring.passThreadDeath(thrown.getCause());
            return null;
        } catch (IllegalArgumentException other) {
            // A class of the same name from another loader than the one that the spec's Java sees.
            Failures.contain(spec, method.getName(), other);
            return null;
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        } finally {
            current.reenter();
        }
    }
}
