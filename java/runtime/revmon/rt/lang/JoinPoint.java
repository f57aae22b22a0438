package revmon.rt.lang;

import revmon.rt.lang.reflect.SourceLocation;

/** What a spec calls org.aspectj.lang.JoinPoint: the part of it that is known without a running event. */
public interface JoinPoint {
    /** What `joinpoint` in a body is. */
    interface StaticPart {
        Signature getSignature();

        SourceLocation getSourceLocation();

        String getKind();

        String toShortString();

        String toLongString();
    }
}
