class Main {
  static Object run() {
    return new A().n(new B());
  }
}

class A {
  int f = 2;
  Object m(B b) {
    return f;
  }
  Object n(B c) {
    return m(c = new B());
  }
}

class B {
}
