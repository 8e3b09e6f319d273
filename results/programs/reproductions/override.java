class Main {
  static Object run() {
    return new A().n(new D());
  }
}

class A {
  int f = 2;
  Object m(B b) {
    return f;
  }
  Object n(B c) {
    return m(c);
  }
}

class B {
}

class D extends B {
  Object m(A a) {
    return 8;
  }
}
