class Main {
  static Object run() {
    return new A().n(1);
  }
}

class A {
  int f = 1;
  int m(int x) {
    return 7;
  }
  Object n(int y) {
    if (y > 0)
      m(4);
    return f;
  }
}
