package keys;

import static org.junit.Assert.assertEquals;

import java.time.LocalDate;
import org.junit.Test;

public class RingTest {
    @Test
    public void aKeyHasADate() {
        Ring ring = new Ring();
        ring.borrow("cellar", LocalDate.of(2024, 5, 17));
        assertEquals("cellar until 2024-05-17", ring.keys().get(0));
    }
}
