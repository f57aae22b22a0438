package revmon.rt;

import revmon.rt.lang.JoinPoint;
import revmon.rt.lang.Signature;
import revmon.rt.lang.reflect.SourceLocation;

/** One place in the program that raises events, as known when it was woven. Immutable. */
public final class Site implements JoinPoint.StaticPart, SourceLocation {
    public static final String UNKNOWN = "(Unknown)";

    private final String kind;
    private final String location;
    private final String file;
    private final int line;
    private final Signature signature;

    /**
     * @param kind as AspectJ names it: "method-call", "staticinitialization" ...
     * @param location what __LOC shows: "pkg.Class.method(File.java:12)"
     * @param signature of what is called, read or initialised
     */
    public Site(String kind, String location, String file, int line, Signature signature) {
        this.kind = kind;
        this.location = location;
        this.file = file;
        this.line = line;
        this.signature = signature;
    }

    /** An event without a place (the program's end) has no site. */
    public static String locationOf(Site site) {
        return site == null ? UNKNOWN : site.location;
    }

    public static Signature signatureOf(Site site) {
        return site == null ? null : site.signature;
    }

    @Override
    public Signature getSignature() {
        return signature;
    }

    @Override
    public SourceLocation getSourceLocation() {
        return this;
    }

    @Override
    public String getKind() {
        return kind;
    }

    @Override
    public String getFileName() {
        return file;
    }

    @Override
    public int getLine() {
        return line;
    }

    @Override
    public String toShortString() {
        return kind + "(" + (signature == null ? "" : signature.toShortString()) + ")";
    }

    @Override
    public String toLongString() {
        return kind + "(" + (signature == null ? "" : signature.toLongString()) + ")";
    }

    @Override
    public String toString() {
        return location;
    }
}
