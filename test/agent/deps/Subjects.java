package d;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntSupplier;

/** What the tests of Tests.java depend on, each in a way that tools have missed. */
class Base {
    int m() {
        return 1;
    }

    static int twice(int n) {
        return 2 * n;
    }
}

class Derived extends Base {}

interface Greeter {
    default String greet() {
        return "hi";
    }
}

class Impl implements Greeter {}

class Settings {
    static int limit = Integer.parseInt("3");
    static int counter;
}

class LambdaUser {
    static IntSupplier limit() {
        return () -> Settings.limit;
    }
}

class Marker {}

class Caught extends RuntimeException {
    private static final long serialVersionUID = 1;
}

class Helper {
    static int compute() {
        return Deeper.VALUE;
    }
}

class Deeper {
    static final int VALUE = Integer.parseInt("7");
}

class Registry {
    static final int VALUE = Helper.compute();

    static int get() {
        return VALUE;
    }
}

/** Its initialiser fails. */
class Broken {
    static final int VALUE = Helper.compute() / Integer.parseInt("0");
}

enum Color {
    RED,
    GREEN
}

class ColorSwitch {
    static String name(Color color) {
        switch (color) {
            case RED:
                return "red";
            default:
                return "other";
        }
    }
}

interface Contract {
    int answer();
}

class Answers implements InvocationHandler {
    static Contract make() {
        return (Contract) Proxy.newProxyInstance(Answers.class.getClassLoader(), new Class<?>[] {Contract.class}, new Answers());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) {
        return 42;
    }
}

class InPool {
    static final ExecutorService POOL = Executors.newSingleThreadExecutor();

    static int run() {
        return 5;
    }
}

class OnlyReflected {
    int field;
}

class Shared {
    static Object value;
}

class Kept {}

class Reader {
    static byte[] read() throws IOException {
        return Files.readAllBytes(Paths.get("data.txt"));
    }
}

class OnlyLeft {
    static int run() {
        return 1;
    }
}

class OnlyRight {
    static int run() {
        return 1;
    }
}

class Blocks {
    static int sign(int n) {
        if (n < 0) {
            return -1;
        }
        return 1;
    }
}
