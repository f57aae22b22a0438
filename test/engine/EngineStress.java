package revmon.rt;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Load on the engine: many short-lived objects in a small heap, and threads that share objects. The file holds tables
 * and one site per event (engine_test.cc); says nothing when all is well.
 */
public final class EngineStress {
    private static final class Thing extends java.util.RevBase {
        Thing() {
            java.util.RevSlots.owner(this, ThreadNumbers.mine());
        }
    }

    private static final class Load extends Monitoring {
        final AtomicLong verdicts = new AtomicLong();

        Load(byte[] tables, final byte[][] sites) {
            super(tables, new Natives() {
                @Override
                public byte[] siteInfo(int site) {
                    return sites[site];
                }

                @Override
                public void violation(int spec, int property, int handler, int site, String message, String thread, String extra) {}

                @Override
                public void traces(int kind, byte[] payload) {}

                @Override
                public void failure(String text) {
                    System.out.println("failure " + text);
                }
            });
        }

        @Override
        public void violation(SpecTable spec, int property, int handler, Instance instance, SiteEntry site, String message) {
            super.violation(spec, property, handler, instance, site, message);
            verdicts.incrementAndGet();
        }

        @Override
        public boolean again(SpecTable spec, int property, int handler, SiteEntry site) {
            boolean counted = super.again(spec, property, handler, site);
            verdicts.addAndGet(counted ? 1 : 0);
            return counted;
        }

        void event(int site, Object... objects) {
            Object[] values = new Object[4 + objects.length];
            System.arraycopy(objects, 0, values, 4, objects.length);
            fire(site, 0, values);
        }
    }

    private static final int THREADS = 8;

    private EngineStress() {}

    public static void main(String[] args) throws Exception {
        byte[] tables;
        byte[][] sites;
        try (DataInputStream in = new DataInputStream(new FileInputStream(args[1]))) {
            tables = new byte[in.readInt()];
            in.readFully(tables);
            sites = new byte[in.readInt()][];
            for (int i = 0; i < sites.length; i++) {
                sites[i] = new byte[in.readInt()];
                in.readFully(sites[i]);
            }
        }
        int count = Integer.parseInt(args[2]);
        switch (args[0]) {
            case "short-lived":
                shortLived(new Load(tables, sites), count);
                break;
            case "pairs":
                pairs(new Load(tables, sites), count);
                break;
            case "children":
                children(new Load(tables, sites), count);
                break;
            default:
                shared(new Load(tables, sites), count);
        }
    }

    /** Events 0 and 1 bind one object; "0 1 1" is reported. */
    private static void shortLived(Load load, int count) {
        for (int i = 0; i < count; i++) {
            Object object = new Thing();
            load.event(0, object);
            load.event(1, object);
            if (i % 1000 == 0) {
                load.event(1, object);
            }
        }
        expect(load, (count + 999) / 1000);
    }

    /** Event 0 binds a long-lived object and a new one, 1 the long-lived, 2 the new; "0 1 2" is reported. */
    private static void pairs(Load load, int count) {
        List<Object> parents = new ArrayList<Object>();
        for (int i = 0; i < 100; i++) {
            parents.add(new Thing());
        }
        int reported = 0;
        for (int i = 0; i < count; i++) {
            Object parent = parents.get(i % 100);
            Object child = new Thing();
            load.event(0, parent, child);
            if (i % 1000 == 0) {
                load.event(1, parent);
                load.event(2, child);
                reported++;
            }
        }
        expect(load, reported);
    }

    /** Event 0 starts an object, each event 1 after it is reported: no event may be lost. */
    private static void shared(final Load load, final int count) throws InterruptedException {
        final Object[] objects = new Object[16];
        for (int i = 0; i < objects.length; i++) {
            objects[i] = new Thing();
            load.event(0, objects[i]);
        }
        inThreads(new Runnable() {
            @Override
            public void run() {
                for (int i = 0; i < count; i++) {
                    load.event(1, objects[i % objects.length]);
                }
            }
        });
        expect(load, (long) THREADS * count);
    }

    /** As pairs, each child by one thread, each parent by all: an event of a parent that a child misses is a verdict less. */
    private static void children(final Load load, final int count) throws InterruptedException {
        final Object[] parents = {new Thing(), new Thing()};
        inThreads(new Runnable() {
            @Override
            public void run() {
                for (int i = 0; i < count; i++) {
                    Object child = new Thing();
                    load.event(0, parents[i % 2], child);
                    load.event(1, parents[i % 2]);
                    load.event(2, child);
                }
            }
        });
        expect(load, (long) THREADS * count);
    }

    /** All at once. */
    private static void inThreads(final Runnable work) throws InterruptedException {
        final CountDownLatch begin = new CountDownLatch(1);
        List<Thread> running = new ArrayList<Thread>();
        for (int t = 0; t < THREADS; t++) {
            Thread thread = new Thread() {
                @Override
                public void run() {
                    try {
                        begin.await();
                    } catch (InterruptedException stop) {
                        return;
                    }
                    work.run();
                }
            };
            thread.start();
            running.add(thread);
        }
        begin.countDown();
        for (Thread thread : running) {
            thread.join();
        }
    }

    private static void expect(Load load, long verdicts) {
        if (load.verdicts.get() != verdicts) {
            System.out.println("expected " + verdicts + " verdicts, not " + load.verdicts.get());
        }
    }
}
