package shop;

import java.util.ArrayList;
import java.util.List;

/** What a customer wants to buy. */
public final class Basket {
    private final List<Integer> cents = new ArrayList<Integer>();

    public void add(int price) {
        cents.add(price);
    }

    public int total() {
        int sum = 0;
        for (int price : cents) {
            sum += price;
        }
        return sum;
    }
}
