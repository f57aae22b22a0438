package shop;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Breaks Iterator_HasNext at the line that is marked; how it ends is the first argument. */
public class Shop {
    static int first(List<Integer> prices) {
        Iterator<Integer> all = prices.iterator();
        return all.next(); // here
    }

    public static void main(String[] arguments) throws Exception {
        List<Integer> prices = new ArrayList<>();
        prices.add(42);
        System.out.println("first: " + first(prices));
        System.err.println("to stderr");
        String end = arguments.length == 0 ? "" : arguments[0];
        if (end.equals("read")) System.out.println("read " + System.in.read());
        if (end.startsWith("exit")) System.exit(Integer.parseInt(end.substring(4)));
        if (end.equals("wait")) {
            System.out.println("waiting");
            Thread.sleep(600_000);
        }
    }
}
