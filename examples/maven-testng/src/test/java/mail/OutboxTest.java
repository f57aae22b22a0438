package mail;

import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class OutboxTest {
    @DataProvider
    public Object[][] people() {
        return new Object[][] {{"ann"}, {"bob"}};
    }

    @Test(dataProvider = "people")
    public void aMessageNamesItsReceiver(String person) {
        try (Outbox outbox = new Outbox()) {
            outbox.send(person, "hello");
            assertTrue(outbox.toString().startsWith("To: " + person));
        }
    }

    @Test
    public void closingKeepsTheMessages() {
        Outbox outbox = new Outbox();
        outbox.send("cleo", "good night");
        outbox.close();
        assertFalse(outbox.toString().isEmpty());
    }
}
