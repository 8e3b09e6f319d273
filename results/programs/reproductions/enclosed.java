class Main {
  static Object run() {
    return new A().n(new B());
  }
}

class A {
  class C {
    public String toString() {
      return "2";
    }
  }
  Object m(B b) {
    return "" + new C();
  }
  Object n(B c) {
    return m(c);
  }
}

class B {
}
