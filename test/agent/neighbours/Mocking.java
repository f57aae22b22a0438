import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;

/** Mockito's inline mocks of everything that has a slot: it retransforms classes up to Object. */
public class Mocking {
    /** Final, extends Object, has a slot. */
    static final class Countdown implements Iterator<Integer>, Cloneable {
        private int left;

        Countdown(int left) {
            this.left = left;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public Integer next() {
            return left--;
        }

        static String name() {
            return "countdown";
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        Countdown real = new Countdown(2);
        Countdown mocked = mock(Countdown.class);
        when(mocked.hasNext()).thenReturn(true, false);
        when(mocked.next()).thenReturn(42);
        System.out.println(mocked.hasNext() + " " + mocked.next() + " " + mocked.hasNext() + " " + real.hasNext() + real.next());

        ArrayList<String> list = spy(new ArrayList<>(Arrays.asList("a", "b")));
        doReturn("c").when(list).get(anyInt());
        list.add("d");
        verify(list).add("d");
        StringBuilder text = new StringBuilder();
        for (String each : list) {
            text.append(each);
        }
        System.out.println(list.get(0) + text);

        Map<String, String> map = mock(HashMap.class);
        when(map.get(any())).thenReturn("v");
        InputStream in = mock(InputStream.class);
        when(in.read()).thenReturn(7);
        Iterator<String> iterator = mock(Iterator.class);
        when(iterator.hasNext()).thenReturn(true);
        System.out.println(map.get("x") + in.read() + iterator.hasNext() + new HashMap<>(new HashMap<>()).size());

        try (MockedStatic<Countdown> names = mockStatic(Countdown.class)) {
            names.when(Countdown::name).thenReturn("mocked");
            System.out.println(Countdown.name());
        }
        try (MockedConstruction<Countdown> made = mockConstruction(Countdown.class)) {
            System.out.println(new Countdown(5).hasNext() + " " + made.constructed().size());
        }
        Thread thread = mock(Thread.class);
        when(thread.getState()).thenReturn(Thread.State.BLOCKED);
        List<Object> plain = new ArrayList<>();
        plain.add(Countdown.name());
        System.out.println(thread.getState() + " " + plain + new Countdown(1).next());
    }
}
