package shop;

import junit.framework.TestCase;

/** JUnit 3. */
public class OldTest extends TestCase {
    public void testOne() {
        Bug.times(1);
    }

    public void testTwo() {
        Bug.times(2);
        if (Boolean.getBoolean("shop.fail")) {
            fail("as asked");
        }
    }

    public static void main(String[] args) {
        junit.framework.TestResult result = new junit.framework.TestResult();
        new junit.framework.TestSuite(OldTest.class).run(result);
    }
}
