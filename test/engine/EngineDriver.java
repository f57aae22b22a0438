package revmon.rt;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs recorded events through the engine in a plain JVM, case after case from one file (engine_test.cc writes it),
 * and prints every verdict: "case index handler &lt;binding&gt;".
 */
public final class EngineDriver {
    private static final int FIRST_ARGUMENT = 4;

    /** Objects from here on are numbers. */
    private static final int FIRST_NUMBER = 1000000;

    /** An object of the program; told apart by identity only. */
    private static final class Thing extends java.util.RevBase {
        Thing() {
            java.util.RevSlots.owner(this, ThreadNumbers.mine());
        }
    }

    /** Kind, length and payload of what the engines tell of traces, case after case; asked for by revmon.test.traces. */
    private static java.io.DataOutputStream traces;

    private static final class Surroundings implements Natives {
        final byte[][] sites;

        Surroundings(byte[][] sites) {
            this.sites = sites;
        }

        @Override
        public byte[] siteInfo(int site) {
            return sites[site];
        }

        @Override
        public void violation(int spec, int property, int handler, int site, String message, String thread, String extra) {}

        @Override
        public void traces(int kind, byte[] payload) {
            try {
                traces.writeInt(kind);
                traces.writeInt(payload.length);
                traces.write(payload);
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public void failure(String text) {
            // The reference engine has the same limits and drops the monitor without a word.
            if (!text.endsWith("a monitor has met its limit and reports nothing any more")) {
                System.out.println("failure " + text);
            }
        }
    }

    private static final class Case extends Monitoring {
        final PrintStream out;
        final int number;
        final Map<Integer, String> names = new HashMap<Integer, String>();
        final Map<String, Object> threads = new HashMap<String, Object>();
        final boolean withMessages;
        String thread;
        int event;

        Case(int number, byte[] tables, byte[][] sites, PrintStream out, boolean withMessages) {
            super(tables, new Surroundings(sites));
            this.withMessages = withMessages;
            this.number = number;
            this.out = out;
        }

        /** Of objects that may be gone. */
        final Map<ObjectRecord, String> recordNames = new java.util.WeakHashMap<ObjectRecord, String>();

        private String nameOf(ObjectRecord record) {
            Object object = record.get();
            return object == null ? recordNames.get(record) : names.get(System.identityHashCode(object));
        }

        void rememberNames(Object[] values) {
            for (Object value : values) {
                ObjectRecord record = value instanceof Thing ? objects().find(value, false) : null;
                if (record != null) {
                    recordNames.put(record, names.get(System.identityHashCode(value)));
                }
            }
        }

        /** Few: what has no number any more is met too. */
        @Override
        int mostStates() {
            return Integer.getInteger("revmon.test.states", super.mostStates());
        }

        @Override
        Object runningThread() {
            Object known = threads.get(thread);
            if (known == null) {
                known = new Thing();
                threads.put(thread, known);
                names.put(System.identityHashCode(known), thread);
            }
            return known;
        }

        @Override
        public void violation(SpecTable spec, int property, int handler, Instance instance, SiteEntry site, String message) {
            if (property < 0 && !withMessages) {
                return;
            }
            StringBuilder text = new StringBuilder();
            for (int p = 0; p < instance.objects.length; p++) {
                if (instance.objects[p] == null) {
                    continue;
                }
                boolean isThread = p == spec.parameterNames.length;
                text.append(text.length() == 0 ? "" : ",").append(isThread ? "%" : spec.parameterNames[p] + "=");
                text.append(nameOf(instance.objects[p]));
            }
            out.println(number + " " + event + " " + property + " " + handler + " <" + text + ">"
                    + (withMessages ? " " + message.trim().replace('\n', '|') : ""));
        }
    }

    private EngineDriver() {}

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(new java.io.FileOutputStream(args[1]), false);
        if (System.getProperty("revmon.test.traces") != null) {
            Settings.traces = Long.getLong("revmon.test.budget", 1L << 30);
            traces = new java.io.DataOutputStream(new java.io.BufferedOutputStream(
                    new java.io.FileOutputStream(System.getProperty("revmon.test.traces"))));
        }
        if (System.getProperty("revmon.test.random") != null) {
            double chance = Double.parseDouble(System.getProperty("revmon.test.random"));
            Settings.select = new Selection.Wish(Selection.RANDOM, new double[] {.9, .1, 1e-5, 5, 0, 0, chance, 1, 1}, 3);
        }
        if (Boolean.getBoolean("revmon.test.valg")) {
            Settings.traces = 1L << 30;
            Settings.select = new Selection.Wish(Selection.VALG, new double[] {.9, .1, 1e-5, 5, 0, 0, 0, 1, 0}, 3);
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(args[0])))) {
            for (int number = 0; runCase(number, in, out, args.length > 2); number++) {
            }
        }
        out.close();
        if (traces != null) {
            traces.close();
        }
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    private static boolean runCase(int number, DataInputStream in, PrintStream out, boolean withMessages) throws Exception {
        byte[] tables;
        try {
            tables = readBytes(in);
        } catch (EOFException end) {
            return false;
        }
        byte[][] sites = new byte[in.readInt()][];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = readBytes(in);
        }
        Case run = new Case(number, tables, sites, out, withMessages);
        Failures.setHook(run);
        RVMLogging.setSink(run);
        Map<Integer, Thing> things = new HashMap<Integer, Thing>();
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            run.event = in.readInt();
            run.thread = new String(readBytes(in), "UTF-8");
            int site = in.readInt();
            int moment = in.readInt();
            Object[] values = new Object[FIRST_ARGUMENT + in.readInt()];
            for (int k = FIRST_ARGUMENT; k < values.length; k++) {
                int id = in.readInt();
                if (id >= FIRST_NUMBER) {
                    values[k] = id - FIRST_NUMBER;
                    continue;
                }
                Thing thing = things.get(id);
                if (thing == null) {
                    thing = new Thing();
                    things.put(id, thing);
                    run.names.put(System.identityHashCode(thing), Integer.toString(id));
                }
                values[k] = thing;
            }
            run.fire(site, moment, values);
            run.rememberNames(values);
            values = null;
            List<Integer> lastUsed = new ArrayList<Integer>();
            for (int k = in.readInt(); k > 0; k--) {
                lastUsed.add(in.readInt());
            }
            things.keySet().removeAll(lastUsed);
            if (in.readBoolean()) {
                System.gc();
                Thread.sleep(5);
            }
        }
        if (traces != null) {
            run.flush();
            traces.writeInt(0);
        }
        return true;
    }
}
