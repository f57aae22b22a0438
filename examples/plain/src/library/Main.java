package library;

/** Fills a catalogue and prints what it knows. */
public final class Main {
    private Main() {
    }

    public static void main(String[] args) {
        Catalogue catalogue = new Catalogue();
        catalogue.add(new Book("Parametric monitoring for beginners", 210));
        catalogue.add(new Book("The art of the class file", 480));
        System.out.println(catalogue.size() + " books, " + catalogue.pages() + " pages, first: " + catalogue.firstTitle());
    }
}
