package revmon.rt;

/** One thing to do at a place, for values of known classes. Contains its own failures. */
abstract class Op {
    abstract void run(Object a, Object b, Object c);
}
