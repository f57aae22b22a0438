package library;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** The books of a small library. All of its tests pass; two of its methods break the contract of an API they use. */
public class Catalogue {
    private final List<Book> books = Collections.synchronizedList(new ArrayList<Book>());

    public void add(Book book) {
        books.add(book);
    }

    /** The title that was added first. Asks for an element without asking whether there is one. */
    public String firstTitle() {
        Iterator<Book> all = books.iterator();
        return all.next().title();
    }

    /** Iterates over a synchronized list without holding its lock. */
    public int pages() {
        int sum = 0;
        for (Book book : books) {
            sum += book.pages();
        }
        return sum;
    }

    public int size() {
        return books.size();
    }
}
