package shop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Breaks Iterator_HasNext, a known number of times, at one place. */
public final class Bug {
    private Bug() {
    }

    public static void times(int times) {
        List<String> words = new ArrayList<>(Arrays.asList("b", "a"));
        for (int i = 0; i < times; i++) {
            Iterator<String> all = words.iterator();
            all.next();
        }
    }
}
