package logs.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void aLineIsFound() {
        Report report = new Report("all quiet");
        report.add("restarted");
        assertTrue(report.mentions("restarted"));
        assertFalse(report.mentions("stolen"));
    }

    @Test
    void theSummaryCounts() throws IOException {
        assertEquals("2 lines, 13 bytes", new Report("start", "logins").summary());
    }

    @Test
    void theArgLineOfThePomIsKept() {
        assertEquals("north", System.getProperty("app.region"));
    }
}
