package shop;

// Everything has moved down a line, which is no change.
final class Basket {
  static final int MAX = 12;
  protected int size;

  int add(int n) {
    size += n + 1;
    return size;
  }

  @Deprecated
  void clear() {
    size = 0;
  }

  void unchanged() {
  }

  void fresh() {
  }
}
