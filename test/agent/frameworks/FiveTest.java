package shop;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jupiter: parameterized, repeated, nested, dynamic. */
class FiveTest {
    @BeforeAll
    static void beforeAll() {
        Bug.times(3);
    }

    @AfterAll
    static void afterAll() {
        Bug.times(4);
    }

    @Test
    void plain() {
        Bug.times(5);
    }

    @Test
    void asynchronous() {
        CompletableFuture.runAsync(() -> Bug.times(6)).join();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void each(int times) {
        Bug.times(times);
    }

    @RepeatedTest(2)
    void again() {
        Bug.times(1);
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
        return Stream.of(DynamicTest.dynamicTest("first", () -> Bug.times(1)),
                DynamicTest.dynamicTest("second", () -> Bug.times(2)));
    }

    @Disabled
    @Test
    void disabled() {
    }

    @Test
    void fails() {
        throw new IllegalStateException("as asked");
    }

    @Nested
    class Inner {
        @BeforeEach
        void before() {
            Bug.times(1);
        }

        @Test
        void deep() {
            Bug.times(1);
        }
    }
}
