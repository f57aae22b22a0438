package revmon.rt;

/** What a body or handler does: nothing, fixed actions, or a method of the support class. */
final class Code {
    private static final int PRINT = 0;
    private static final int RESET = 1;

    private static final int TEXT = 0;
    private static final int DEFAULT_MESSAGE = 1;

    private static final class Piece {
        final int kind;
        final String text;

        Piece(TableReader in) {
            kind = in.u1();
            text = in.text();
        }
    }

    /** "" = the fixed actions. */
    final String method;
    private final Piece[][] prints;
    /** Bits of SpecMonitor. */
    final int flags;

    Code(TableReader in) {
        method = in.text();
        Piece[][] texts = new Piece[in.count()][];
        int printed = 0;
        int bits = 0;
        for (int i = 0; i < texts.length; i++) {
            int kind = in.u1();
            Piece[] pieces = new Piece[in.count()];
            for (int j = 0; j < pieces.length; j++) {
                pieces[j] = new Piece(in);
            }
            if (kind == PRINT) {
                texts[printed++] = pieces;
            } else {
                bits |= kind == RESET ? SpecMonitor.RESET : SpecMonitor.SKIP;
            }
        }
        prints = new Piece[printed][];
        System.arraycopy(texts, 0, prints, 0, printed);
        flags = bits;
    }

    boolean isEmpty() {
        return method.isEmpty() && prints.length == 0 && flags == 0;
    }

    boolean isJava() {
        return !method.isEmpty();
    }

    /** What the fixed actions print, a line each. */
    String text(String spec, Site site) {
        StringBuilder text = new StringBuilder();
        for (Piece[] pieces : prints) {
            if (text.length() > 0) {
                text.append('\n');
            }
            for (Piece piece : pieces) {
                text.append(piece.kind == TEXT ? piece.text
                        : piece.kind == DEFAULT_MESSAGE ? SpecMonitor.revmonDefaultMessage(spec, site)
                        : Site.locationOf(site));
            }
        }
        return text.toString();
    }
}
