package revmon.rt;

/** threadName(...) and threadBlocked(...). */
final class Threads {
    private Threads() {}

    static boolean holds(SpecTable.ThreadTest test, Object[] variables) {
        Object named = test.variable < 0 ? test.name : variables[test.variable];
        if (!test.blocked) {
            return named instanceof Thread ? named == Thread.currentThread() : Thread.currentThread().getName().equals(named);
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            boolean meant = named instanceof Thread ? named == thread : thread.getName().equals(named);
            if (meant && thread.getState() == Thread.State.BLOCKED) {
                return true;
            }
        }
        return false;
    }
}
