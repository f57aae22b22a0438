package revmon.rt;

import java.lang.ref.WeakReference;
import java.util.RevSlots;

/** Which thread has which number. Numbers are given once and never again. Virtual threads have none. */
final class ThreadNumbers {
    private static WeakReference<?>[] threads = new WeakReference<?>[16];
    private static int last;

    private ThreadNumbers() {}

    /** The running thread's, given now if it has none; 0: it cannot have one. */
    static int mine() {
        int me = RevSlots.me();
        return me != 0 ? me : give();
    }

    private static int give() {
        Thread thread = Thread.currentThread();
        for (Class<?> type = thread.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals("java.lang.BaseVirtualThread")) {
                return 0;
            }
        }
        synchronized (ThreadNumbers.class) {
            if (last + 1 == threads.length) {
                forgetDead();
                threads = java.util.Arrays.copyOf(threads, threads.length * 2);
            }
            threads[++last] = new WeakReference<Thread>(thread);
            RevSlots.me(last);
            if (RevSlots.me() == 0) {
                threads[last--] = null;
            }
        }
        return RevSlots.me();
    }

    private static void forgetDead() {
        for (int i = 1; i <= last; i++) {
            Thread thread = threads[i] == null ? null : (Thread) threads[i].get();
            if (thread == null || !thread.isAlive()) {
                threads[i] = null;
            }
        }
    }

    /** Null: it is dead. */
    static synchronized Thread thread(int number) {
        return number <= 0 || number > last || threads[number] == null ? null : (Thread) threads[number].get();
    }
}
