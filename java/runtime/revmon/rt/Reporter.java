package revmon.rt;

/** Takes what the engines find. Called without any lock held, on the thread of the program. */
interface Reporter {
    /** @param property -1: the body of event number `handler` printed */
    void violation(SpecTable spec, int property, int handler, Instance instance, SiteEntry site, String message);

    /** Counts it if it is none that has to be told: the place has had the same before. False: nothing is done. */
    boolean again(SpecTable spec, int property, int handler, SiteEntry site);

    /** Once per cause. */
    void failure(String text);
}
