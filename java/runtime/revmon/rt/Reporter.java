package revmon.rt;

/** Takes what the engines find. Called without any lock held, on the thread of the program. */
interface Reporter {
    /** @param property -1: the body of event number `handler` printed */
    void violation(SpecTable spec, int property, int handler, Instance instance, SiteEntry site, String message);

    /** Once per cause. */
    void failure(String text);
}
