package d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Runs first: everything is loaded and initialised when the others come. */
class EverythingTest {
    @Test
    void all() throws Exception {
        new Derived().m();
        new Impl().greet();
        Settings.counter = Settings.limit;
        LambdaUser.limit().getAsInt();
        Registry.get();
        ColorSwitch.name(Color.RED);
        Answers.make().answer();
        InPool.POOL.submit(InPool::run).get();
        Shared.value = new Kept();
        assertThrows(Throwable.class, () -> System.out.print(Broken.VALUE));
    }
}

class DefaultMethodTest {
    @Test
    void called() {
        assertEquals("hi", new Impl().greet());
    }
}

class LambdaTest {
    @Test
    void readsStatic() {
        assertEquals(3, LambdaUser.limit().getAsInt());
    }
}

class PutStaticTest {
    @Test
    void writes() {
        Settings.counter = 5;
    }
}

class InstanceofTest {
    static Object something = "";

    @Test
    void asks() {
        assertEquals(false, something instanceof Marker);
    }
}

class CatchTest {
    @Test
    void nothingIsThrown() {
        try {
            Integer.parseInt("1");
        } catch (Caught never) {
            throw never;
        }
    }
}

class InitializerTest {
    @Test
    void reliesOnIt() {
        assertEquals(7, Registry.get());
    }
}

class BrokenTest {
    @Test
    void stillFails() {
        assertThrows(NoClassDefFoundError.class, () -> System.out.print(Broken.VALUE));
    }
}

class EnumSwitchTest {
    @Test
    void switches() {
        assertEquals("other", ColorSwitch.name(Color.GREEN));
    }
}

class MethodReferenceTest {
    @Test
    void applies() {
        IntUnaryOperator twice = Base::twice;
        assertEquals(4, twice.applyAsInt(2));
    }
}

class ProxyTest {
    @Test
    void answers() {
        assertEquals(42, Answers.make().answer());
    }
}

class PoolTest {
    @Test
    void inAThreadOfAnEarlierTest() throws Exception {
        assertEquals(5, InPool.POOL.submit(InPool::run).get().intValue());
    }
}

class InheritedTest {
    @Test
    void calls() {
        assertEquals(1, new Derived().m());
    }
}

class ReflectionTest {
    @Test
    void looks() throws Exception {
        assertEquals(1, Class.forName("d.OnlyReflected").getDeclaredFields().length);
    }
}

class SharedObjectTest {
    @Test
    void usesIt() {
        assertEquals(true, Shared.value.toString().startsWith("d.Kept"));
    }
}

class FileTest {
    @Test
    void reads() throws Exception {
        assertEquals(5, Reader.read().length);
    }
}

class ArrayTest {
    @Test
    void makes() {
        assertEquals(2, new Marker[2].length);
    }
}

class BlockTest {
    @Test
    void positive() {
        assertEquals(1, Blocks.sign(3));
    }
}

class OuterTest {
    @BeforeAll
    static void before() {
        new Base().m();
    }

    @Test
    void one() {
        new Marker();
    }

    @Test
    void two() {
        new Impl();
    }

    @Nested
    class InnerTest {
        @Test
        void three() {
            new Caught();
        }
    }
}

class Meeting {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    static void meet() throws Exception {
        BARRIER.await(20, TimeUnit.SECONDS);
    }
}

class LeftTest {
    @Test
    void left() throws Exception {
        Meeting.meet();
        OnlyLeft.run();
        Meeting.meet();
    }
}

class RightTest {
    @Test
    void right() throws Exception {
        Meeting.meet();
        OnlyRight.run();
        Meeting.meet();
    }
}
