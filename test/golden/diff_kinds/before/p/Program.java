package p;

class A {
  A() {}
  int m1() { return 1; }
  static int m2() { return 2; }
}

class B extends A {
  B() {}
}

class Use {
  int use() { return B.m2(); }
}

class Gone {}

class Head {}

class Fields {
  static final int KEPT = 1000;
  int gone;
}
