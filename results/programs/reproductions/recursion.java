class Main {
  static Object run() {
    return new A().n(5);
  }
}

class A {
  int k(long x) {
    return 2;
  }
  Object n(int y) {
    return /*[*/k(y) + 1/*]*/;
  }
}
