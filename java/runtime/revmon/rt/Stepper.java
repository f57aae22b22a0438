package revmon.rt;

import java.util.RevSlots;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Moves objects through the product automaton. The state is in the object's slot, or with its record in the side table.
 *
 * <p>Threads. A slot belongs to the thread that made the object, which reads and writes it plainly, inside
 * {@link #fast} and {@link #commit} and nowhere else. Another thread that wants to change it takes the object over, for
 * good: under the object's lock it marks it as shared, then waits until the owner has been seen outside of those two
 * methods (a handshake: GetStackTrace). The owner asks whether the object is shared at the beginning of each of them, so
 * from then on it changes nothing without the lock either, and what it had begun is complete and visible. No event is lost:
 * every change is made by the owner before the handshake, or under the lock after it.
 *
 * <p>An event that changes nothing and reports nothing needs none of this, on any thread: it may be taken to have happened
 * when the state was read. If another event happened before it in the program's own order, that one's state was seen.
 *
 * <p>A takeover costs some ten microseconds. A program that hands over more than MOST_TAKEOVERS objects changes to locks
 * for good: {@link #allShared}, which both methods ask too, is set, and once all threads have been seen outside of them
 * nobody owns anything any more.
 *
 * <p>Objects whose maker is unknown (made before its thread had a number, by a virtual thread, deserialised) belong to
 * nobody and use the lock from the start.
 */
final class Stepper {
    private static final int STRIPES = 256;
    private static final int MOST_TAKEOVERS = 2000;

    private static volatile boolean allShared;
    /** No thread is in the middle of a change that began before. */
    private static volatile boolean allSharedSeen;
    private static final AtomicInteger TAKEOVERS = new AtomicInteger();

    private final Object[] locks = new Object[STRIPES];
    private final ObjectTable objects;
    private final Monitoring monitoring;

    Stepper(ObjectTable objects, Monitoring monitoring) {
        this.objects = objects;
        this.monitoring = monitoring;
        for (int i = 0; i < STRIPES; i++) {
            locks[i] = new Object();
        }
    }

    /** The events of `letter` happen to `object`, which is not null. */
    @ForceInline
    void step(Object object, Letter letter, SiteEntry site) {
        if (!fast(object, letter)) {
            slow(object, letter, site);
        }
    }

    /** False: nothing has been done. */
    @ForceInline
    private static boolean fast(Object object, Letter letter) {
        if (!allShared && RevSlots.owned(object, RevSlots.me())) {
            int state = RevSlots.state(object);
            int next = letter.after(state);
            if (next == 0) {
                return false;
            }
            if (next != state + 1) {
                RevSlots.state(object, next - 1);
            }
            return true;
        }
        return isStill(object, letter);
    }

    /** On any thread: does nothing happen? */
    private static boolean isStill(Object object, Letter letter) {
        int state = RevSlots.state(object);
        return letter.after(state) == state + 1 && (state != 0 || RevSlots.has(object));
    }

    /** As its owner. False: it is not, or the state is another one. */
    private static boolean commit(Object object, int me, int from, int to) {
        if (allShared || !RevSlots.owned(object, me) || RevSlots.state(object) != from) {
            return false;
        }
        RevSlots.state(object, to);
        return true;
    }

    /** Is a thread with this stack in one of the two methods above? */
    static boolean isStepping(StackTraceElement[] stack) {
        for (int i = 0; i < stack.length && i < 4; i++) {
            String method = stack[i].getMethodName();
            if (stack[i].getClassName().equals("revmon.rt.Stepper") && (method.equals("fast") || method.equals("commit"))) {
                return true;
            }
        }
        return false;
    }

    @DontInline
    void slow(Object object, Letter letter, SiteEntry site) {
        try {
            Product.Move move = RevSlots.has(object) ? stepSlot(object, letter) : stepRecord(object, letter);
            if (move != null) {
                for (FastSpec.Verdict verdict : move.verdicts) {
                    verdict.spec.report(verdict, object, site);
                }
            }
        } catch (Throwable thrown) {
            monitoring.contain("site " + (site == null ? -1 : site.id), thrown);
        }
    }

    /** Null: nothing changes and nothing is reported. */
    private Product.Move stepRecord(Object object, Letter letter) {
        ObjectRecord record = objects.find(object, false);
        if (record == null) {
            Product.Move move = letter.move(Product.UNTOUCHED);
            if (move.next == Product.UNTOUCHED && move.verdicts.length == 0) {
                return null;
            }
            record = objects.find(object, true);
        }
        synchronized (record) {
            Product.Move move = record.spilled != null ? letter.product.move(record.spilled, letter) : letter.move(record.state);
            record.state = move.next;
            record.spilled = move.cells;
            return move;
        }
    }

    private Product.Move stepSlot(Object object, Letter letter) {
        int me = ThreadNumbers.mine();
        while (me != 0 && !allShared && RevSlots.owned(object, me)) {
            int state = RevSlots.state(object);
            Product.Move move = state == Product.SPILLED ? null : letter.move(state);
            if (move == null || move.next == Product.SPILLED) {
                synchronized (lockOf(object)) {
                    RevSlots.owner(object, RevSlots.SHARED);
                }
            } else if (commit(object, me, state, move.next)) {
                return move;
            }
        }
        return stepShared(object, letter);
    }

    private Product.Move stepShared(Object object, Letter letter) {
        synchronized (lockOf(object)) {
            int owner = RevSlots.owner(object);
            if (owner != RevSlots.SHARED && owner != 0 && !allSharedSeen) {
                takeOver(object, owner);
            }
            int state = RevSlots.state(object);
            if (state != Product.SPILLED) {
                Product.Move move = letter.move(state);
                if (move.next != Product.SPILLED) {
                    RevSlots.state(object, move.next);
                    return move;
                }
            }
            ObjectRecord record = objects.find(object, true);
            Product.Move move =
                    state == Product.SPILLED ? letter.product.move(record.spilled, letter) : letter.move(state);
            record.spilled = move.cells;
            RevSlots.state(object, move.next);
            return move;
        }
    }

    private void takeOver(Object object, int owner) {
        RevSlots.owner(object, RevSlots.SHARED);
        Thread thread = ThreadNumbers.thread(owner);
        if (thread == null || thread == Thread.currentThread()) {
            return;
        }
        while (thread.isAlive() && monitoring.isStepping(thread)) {
            Thread.yield();
        }
        if (TAKEOVERS.incrementAndGet() == MOST_TAKEOVERS) {
            shareAll();
        }
    }

    private void shareAll() {
        allShared = true;
        boolean someStep = true;
        while (someStep) {
            someStep = false;
            for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
                someStep |= isStepping(stack);
            }
        }
        allSharedSeen = true;
    }

    private Object lockOf(Object object) {
        int hash = System.identityHashCode(object);
        return locks[(hash ^ hash >>> 8 ^ hash >>> 16) & STRIPES - 1];
    }
}
