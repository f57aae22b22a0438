package shop;

import java.util.Collections;
import java.util.List;
import java.util.ArrayList;

/** Turns a basket into an order, and tells the customer. */
public final class Checkout {
    private final List<String> mails = Collections.synchronizedList(new ArrayList<String>());

    /** The bug: run() instead of start(). The mail is sent, so the test is happy; the customer waits for it. */
    public int order(final Basket basket) {
        final int total = basket.total();
        Thread mail = new Thread("mail") {
            @Override
            public void run() {
                mails.add("Your order: " + total + " cents");
            }
        };
        mail.run();
        return total;
    }

    public List<String> mails() {
        return mails;
    }
}
