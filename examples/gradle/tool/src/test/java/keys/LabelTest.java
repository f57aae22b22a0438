package keys;

import static org.junit.Assert.assertEquals;

import java.time.LocalDate;
import org.junit.Test;

public class LabelTest {
    @Test
    public void aLabelSaysWhereToLook() {
        assertEquals("attic until 2024-06-01, hall", Label.of("attic", LocalDate.of(2024, 6, 1)));
    }
}
