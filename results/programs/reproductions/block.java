class Main {
  static Object run() {
    return new A().n(1);
  }
}

class A {
  int f = 1;
  int m(int x) {
    return f++;
  }
  Object n(int y) {
    java.util.function.IntSupplier s = () -> m(4);
    return s.getAsInt();
  }
}
