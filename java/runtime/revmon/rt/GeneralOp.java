package revmon.rt;

/** Everything that happens at a place, with all its tests, each time. */
final class GeneralOp extends Op {
    private final Place place;

    GeneralOp(Place place) {
        this.place = place;
    }

    @Override
    void run(Object a, Object b, Object c) {
        place.fireGenerally(new Object[] {a, b, c});
    }
}
