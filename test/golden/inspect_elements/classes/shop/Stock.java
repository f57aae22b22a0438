package shop;

import java.io.IOException;
import java.util.List;
import java.util.Map;

abstract class Stock<T extends Comparable<? super T>> implements Iterable<T> {
  protected static final int LIMIT = 100;
  private transient volatile Map<String, List<T>> byName;

  abstract <E extends Exception> T take(String name, T[] others) throws E, IOException;

  static synchronized native long count(int... sizes);

  enum State { FULL, EMPTY }
}
