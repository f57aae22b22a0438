package library;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CatalogueTest {
    private final Catalogue catalogue = new Catalogue();

    @BeforeEach
    void fill() {
        catalogue.add(new Book("Parametric monitoring for beginners", 210));
        catalogue.add(new Book("The art of the class file", 480));
    }

    @Test
    void theFirstBookComesFirst() {
        assertEquals("Parametric monitoring for beginners", catalogue.firstTitle());
    }

    @Test
    void pagesAreCounted() {
        assertEquals(690, catalogue.pages());
    }
}
