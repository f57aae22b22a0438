package mail;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Messages on their way out, as one text. */
public final class Outbox implements AutoCloseable {
    private final StringWriter text = new StringWriter();
    private final PrintWriter out = new PrintWriter(text);
    private int messages;

    public void send(String to, String body) {
        out.println("To: " + to);
        out.println(body);
        ++messages;
    }

    /** The bug: the last line is written after the writer was closed. A PrintWriter says nothing, and loses it. */
    @Override
    public void close() {
        out.close();
        out.println(messages + " messages");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
