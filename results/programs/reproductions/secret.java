class Main {
  static Object run() {
    return new A().n(new B());
  }
}

class A {
  private static int h = 5;
  Object m(B b) {
    return A.h;
  }
  Object n(B c) {
    return m(c);
  }
}

class B {
}
