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
    int v = m(f++);
    return f;
  }
}
