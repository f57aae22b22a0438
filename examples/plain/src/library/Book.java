package library;

/** A book with a title and a number of pages. */
public final class Book {
    private final String title;
    private final int pages;

    public Book(String title, int pages) {
        this.title = title;
        this.pages = pages;
    }

    public String title() {
        return title;
    }

    public int pages() {
        return pages;
    }
}
