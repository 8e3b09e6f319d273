class Main {
  static Object run() {
    return new A().n(1);
  }
}

class A {
  int f = 1;
  int m(int x) {
    f += 3;
    return x;
  }
  Object n(int y) {
    int v = m(f);
    return v;
  }
}
