package shop;

class Basket {
  static final int MAX = 10;
  int size;

  int add(int n) {
    size += n;
    return size;
  }

  void clear() {
    size = 0;
  }

  void unchanged() {
  }
}

class Gone {
}
