class Main {
  static Object run() {
    return new A().n(1);
  }
}

class A {
  int m(int x) {
    return x;
  }
  Object n(int y) {
    return 9 - m(y + 1);
  }
}
