class Main {
  static Object run() {
    return new A().n(1);
  }
}

class A {
  int f = 1;
  Integer m(int x) {
    return 7;
  }
  Object n(int y) {
    var v = m(4);
    return v.hashCode();
  }
}
