package p;

class A {
  A() {}
  int m1() { return 1; }
  static int m2() { return 22; }
}

class B extends A {
  static int count;
  static { count = 1; }
  B() {}
  B(int i) {}
  int m1() { return 4; }
  static int m2() { return 3; }
}

class Use {
  int use() { return B.m2(); }
}

class Fresh {}

class Head implements Runnable {
  public void run() {}
}

class Fields {
  static final int KEPT = 2000;
}
