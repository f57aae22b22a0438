import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import revmon.rt.Failures;
import revmon.rt.MemberSignature;
import revmon.rt.RVMLogging;
import revmon.rt.Site;
import revmon.rt.SpecMonitor;

/** Calls the support classes of specs/*.mop as generated monitors do; one line per broken expectation. */
public final class Driver {
    private static final List<String> printed = new ArrayList<String>();
    private static final List<String> failed = new ArrayList<String>();
    private static final Site SITE = new Site(
        "method-call", "a.B.c(B.java:3)", "B.java", 3,
        new MemberSignature("c", 1, Driver.class, "()"));
    private static int broken;

    public static void main(String[] args) throws Exception {
        RVMLogging.setSink(new RVMLogging.Sink() {
            @Override
            public void print(String spec, Site site, boolean err, RVMLogging.Level level, String text, boolean ends) {
                printed.add(spec + "|" + site + "|" + err + "|" + level + "|" + text + (ends ? "" : "..."));
            }
        });
        Failures.setHook(new Failures.Hook() {
            @Override
            public void failed(String spec, String where, Throwable failure) {
                failed.add(spec + "|" + where + "|" + failure.getClass().getSimpleName());
            }
        });
        counter();
        byNumber();
        copies();
        helper();
        around();
        unbound();
        failing();
        initialisers();
        fullStack();
        threads();
        System.out.println(broken == 0 ? "all expectations met" : broken + " broken");
    }

    private static void counter() throws Exception {
        Object m = create("Counter");
        Iterator<?> i = Collections.emptyIterator();
        same("guard", true, call(m, "guard0_0", i, 4));
        same("guard of 0", false, call(m, "guard0_0", i, 0));
        same("condition", true, call(m, "condition0_0", i, 4));
        same("body", 0, call(m, "body_0", SITE, i, 4));
        same("the field", 4, field(m, "seen"));
        same("condition sees the field", false, call(m, "condition0_0", i, 7));
        same("return; ends the body", 0, call(m, "body_0", SITE, i, -1));
        same("and what follows did not run", 4, field(m, "seen"));
        same("condition on a primitive", true, call(m, "condition0_1", i, true));
        same("__RESET in a lambda", SpecMonitor.RESET, call(m, "body_1", SITE, i, true));
        printed.clear();
        same("handler", SpecMonitor.RESET, call(m, "handler_0_match", SITE));
        same("what it printed", Arrays.asList(
            "Counter|a.B.c(B.java:3)|false|CRITICAL|Specification Counter has been violated on line a.B.c(B.java:3).",
            "Counter|a.B.c(B.java:3)|true|WARNING|saw 4 not __RESET at a.B.c(B.java:3), before a.B.c(B.java:3)",
            "Counter|a.B.c(B.java:3)|false|null|to the sink, not to stdout: true"), printed);
        same("__RESET keeps the fields", 4, field(m, "seen"));
        printed.clear();
        call(m, "handler_0_match", new Object[] {null});
        same("no site", "Counter|null|false|CRITICAL|Specification Counter has been violated on line (Unknown).",
            printed.get(0));
    }

    private static void byNumber() throws Exception {
        SpecMonitor m = ((SpecMonitor) create("Counter")).revmonNew();
        List<String> codes = Arrays.asList((String[]) call(m, "revmonCodes"));
        int condition = codes.indexOf("condition0_0");
        int body = codes.indexOf("body_0");
        Iterator<?> i = Collections.emptyIterator();
        same("guards have no number", -1, codes.indexOf("guard0_0"));
        same("a condition by number", true, m.revmonAsk(condition, new Object[] {i, 4}));
        same("a body by number", 0, m.revmonDo(body, SITE, new Object[] {i, 4}));
        same("it ran", 4, field(m, "seen"));
        same("a condition on a primitive", true, m.revmonAsk(codes.indexOf("condition0_1"), new Object[] {i, true}));
        same("a handler by number", SpecMonitor.RESET, m.revmonDo(codes.indexOf("handler_0_match"), SITE, null));
        same("a value is widened", 0, m.revmonDo(body, SITE, new Object[] {i, (short) 3}));
        same("from short to int", 7, field(m, "seen"));
        try {
            m.revmonAsk(condition, new Object[] {i, 4L});
            same("a long is no int", true, false);
        } catch (IllegalArgumentException expected) {
            same("a long is no int", "java.lang.Long", expected.getMessage());
        }
        try {
            m.revmonAsk(condition, new Object[] {"no iterator", 4});
            same("a string is no iterator", true, false);
        } catch (ClassCastException expected) {
            same("nothing happened", 7, field(m, "seen"));
        }
    }

    private static void copies() throws Exception {
        Object a = create("Counter");
        Iterator<?> i = Collections.emptyIterator();
        call(a, "body_0", SITE, i, 2);
        Object b = ((SpecMonitor) a).revmonCopy();
        same("a copy is another object", true, a != b && a.getClass() == b.getClass());
        same("with the same values", 2, field(b, "seen"));
        call(b, "body_0", SITE, i, 5);
        same("the copy moved", 7, field(b, "seen"));
        same("the original did not", 2, field(a, "seen"));
    }

    private static void helper() throws Exception {
        Object m = create("Helper");
        printed.clear();
        call(m, "body_0", SITE, "12x");
        call(m, "body_0", SITE, (Object) null);
        same("a helper's output has spec and site",
            Arrays.asList("Helper|a.B.c(B.java:3)|false|CRITICAL|'12x' has no digit at 2"), printed);
        same("a helper with a nested type", 2, call(m, "score"));
        RVMLogging.out.println("outside");
        same("nothing is left behind", "null|null|false|null|outside", printed.get(1));
    }

    private static void around() throws Exception {
        Object m = create("Around");
        same("go on", 0, call(m, "body_0", SITE, 1));
        same("__SKIP", SpecMonitor.SKIP, call(m, "body_0", SITE, 7));
        same("both", SpecMonitor.SKIP | SpecMonitor.RESET, call(m, "body_0", SITE, 8));
        printed.clear();
        same("static initialisation", 0, call(m, "body_1", SITE));
        same("__STATICSIG and joinpoint", Arrays.asList("Around|a.B.c(B.java:3)|false|WARNING|Driver 3"), printed);
    }

    private static void unbound() throws Exception {
        SpecMonitor m = (SpecMonitor) create("Unbound");
        Iterator<?> i = Collections.emptyIterator();
        final List<Integer> list = Arrays.asList(1, 2);
        same("c is asked for, i is bound", 1L, m.revmonUsedParameters());
        same("not bound: null", true, call(m, "condition0_1", i));
        m.revmonParameters = new SpecMonitor.Parameters() {
            @Override
            public Object revmonParameter(int index) {
                return index == 0 ? list : null;
            }
        };
        call(m, "body_1", SITE, i);
        same("the parameter", list, field(m, "last"));
    }

    private static void failing() throws Exception {
        Object m = create("Failing");
        List<Object> l = new ArrayList<Object>();
        failed.clear();
        same("guard", false, call(m, "guard0_0", l, null));
        same("condition", false, call(m, "condition0_0", l, "abc"));
        same("body, after __RESET", SpecMonitor.FAILED | SpecMonitor.RESET, call(m, "body_0", SITE, l, "s"));
        same("endless recursion", SpecMonitor.FAILED, call(m, "body_1", SITE, l));
        same("out of memory", SpecMonitor.FAILED, call(m, "body_3", SITE, l));
        l.add(1);
        l.add("one");
        same("the program's compareTo", SpecMonitor.FAILED, call(m, "body_4", SITE, l));
        same("handler", SpecMonitor.FAILED, call(m, "handler_0_match", SITE));
        same("the reports", Arrays.asList(
            "Failing|if(...) of event boom (Failing.mop:7)|NullPointerException",
            "Failing|condition(...) of event boom (Failing.mop:7)|StringIndexOutOfBoundsException",
            "Failing|the body of event boom (Failing.mop:7)|IOException",
            "Failing|the body of event full (Failing.mop:11)|StackOverflowError",
            "Failing|the body of event heap (Failing.mop:13)|OutOfMemoryError",
            "Failing|the body of event user (Failing.mop:14)|ClassCastException",
            "Failing|@match (Failing.mop:16)|NullPointerException"), failed);
        try {
            call(m, "body_2", SITE, l);
            same("ThreadDeath goes through", "thrown", "swallowed");
        } catch (ThreadDeath expected) {
            same("ThreadDeath is not reported", 7, failed.size());
        }
        Failures.setHook(new Failures.Hook() {
            @Override
            public void failed(String spec, String where, Throwable failure) {
                int line = 0;
                for (StackTraceElement frame : failure.getStackTrace()) {
                    if (frame.getMethodName().equals("revmon_body_0")) line = frame.getLineNumber();
                }
                failed.add("line " + line);
                throw new IllegalStateException("the hook fails too");
            }
        });
        same("a failing hook", SpecMonitor.FAILED | SpecMonitor.RESET, call(m, "body_0", SITE, l, "s"));
        same("line of the spec in the stack trace", "line 9", failed.get(7));
    }

    private static void initialisers() throws Exception {
        failed.clear();
        Failures.setHook(new Failures.Hook() {
            @Override
            public void failed(String spec, String where, Throwable failure) {
                failed.add(spec + "|" + where + "|" + failure.getClass().getSimpleName());
            }
        });
        same("field", null, create("BadField"));
        Class<?> bad = Class.forName("revmon.spec.BadStaticMonitor", false, Driver.class.getClassLoader());
        same("static", false, Failures.initialize("BadStatic", bad));
        same("a good class", true, Failures.initialize("Helper", support("Helper")));
        same("reports", Arrays.asList("BadField|a field's initialiser|NumberFormatException",
            "BadStatic|a static initialiser|NumberFormatException"), failed);
    }

    /** The program overflows its stack while events are raised at every depth: the overflow stays its own. */
    private static void fullStack() throws Exception {
        final Object m = create("Failing");
        final Method body = method(m.getClass(), "body_0");
        final int[] depth = new int[1];
        Thread thread = new Thread(null, new Runnable() {
            @Override
            public void run() {
                try {
                    descend(m, body, depth);
                } catch (StackOverflowError expected) {
                    depth[0] = -depth[0];
                }
            }
        }, "deep", 256 * 1024);
        thread.start();
        thread.join();
        same("the program got its own StackOverflowError", true, depth[0] < 0);
        same("and the monitor still works", SpecMonitor.FAILED | SpecMonitor.RESET,
            call(m, "body_0", SITE, new ArrayList<Object>(), "s"));
    }

    private static void descend(Object m, Method body, int[] depth) {
        depth[0]++;
        try {
            body.invoke(m, SITE, null, "s");
        } catch (ReflectiveOperationException e) {
            // the reflective call itself may run out of stack
        }
        descend(m, body, depth);
    }

    /** One object used by several threads at once: no state of a running event is kept in it. */
    private static void threads() throws Exception {
        final Object m = create("Around");
        final Method body = method(m.getClass(), "body_0");
        final int[] wrong = new int[1];
        Thread[] all = new Thread[4];
        for (int t = 0; t < all.length; t++) {
            final int code = 6 + t;
            final int expected = code == 7 ? SpecMonitor.SKIP : code == 8 ? SpecMonitor.SKIP | SpecMonitor.RESET : 0;
            all[t] = new Thread(new Runnable() {
                @Override
                public void run() {
                    for (int n = 0; n < 50000; n++) {
                        try {
                            if (!body.invoke(m, SITE, code).equals(expected)) throw new IllegalStateException();
                        } catch (Exception e) {
                            synchronized (wrong) {
                                wrong[0]++;
                            }
                        }
                    }
                }
            });
        }
        for (Thread thread : all) thread.start();
        for (Thread thread : all) thread.join();
        same("four threads in one monitor", 0, wrong[0]);
    }

    private static Class<?> support(String spec) throws Exception {
        return Class.forName("revmon.spec." + spec + "Monitor");
    }

    private static Object create(String spec) throws Exception {
        return support(spec).getMethod("revmonCreate").invoke(null);
    }

    private static Method method(Class<?> type, String name) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) return method;
        }
        throw new IllegalArgumentException(type + " has no " + name);
    }

    private static Object call(Object on, String name, Object... args) throws Exception {
        try {
            return method(on.getClass(), name).invoke(on, args);
        } catch (java.lang.reflect.InvocationTargetException e) {
            if (e.getCause() instanceof Error) throw (Error) e.getCause();
            throw e;
        }
    }

    private static Object field(Object on, String name) throws Exception {
        java.lang.reflect.Field field = on.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(on);
    }

    private static void same(String what, Object expected, Object actual) {
        if (expected == null ? actual == null : expected.equals(actual)) return;
        broken++;
        System.out.println(what + ": expected " + expected + ", was " + actual);
    }
}
