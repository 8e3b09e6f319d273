class Main {
  static Object run() {
    return new A().n(new B());
  }
}

class A {
  Object m(B b) {
    return new Object() {
      public String toString() {
        return "" + b.toString().isEmpty();
      }
    }.toString();
  }
  Object n(B c) {
    return m(c);
  }
}

class B {
}
