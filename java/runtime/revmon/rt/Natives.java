package revmon.rt;

/** What the engine needs of its surroundings; {@link Agent} says what each means. Called without any lock held. */
interface Natives {
    byte[] siteInfo(int site);

    void violation(int spec, int property, int handler, int site, String message, String thread, String extra);

    void failure(String text);

    /** At the end of the program, under locks of specs. */
    void traces(int kind, byte[] payload);
}
