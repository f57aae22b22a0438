package shop;

import org.testng.Assert;
import org.testng.TestNG;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** TestNG. */
public class NgTest {
    @BeforeClass
    public void beforeClass() {
        Bug.times(3);
    }

    @AfterClass
    public void afterClass() {
        Bug.times(4);
    }

    @BeforeMethod
    public void beforeMethod() {
    }

    @Test
    public void plain() {
        Bug.times(5);
    }

    @DataProvider
    public static Object[][] numbers() {
        return new Object[][] {{1}, {2}};
    }

    @Test(dataProvider = "numbers")
    public void each(int times) {
        Bug.times(times);
    }

    @Test
    public void fails() {
        Assert.fail("as asked");
    }

    @Test(dependsOnMethods = "fails")
    public void skipped() {
    }

    public static void main(String[] args) {
        TestNG tests = new TestNG(false);
        tests.setVerbose(0);
        tests.setTestClasses(new Class<?>[] {NgTest.class});
        tests.run();
    }
}
