package logs.app;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReportIT {
    @Test
    void aReportGrows() {
        Report report = new Report("down");
        report.add("up");
        assertTrue(report.mentions("up"));
    }
}
