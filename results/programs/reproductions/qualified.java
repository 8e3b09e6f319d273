class Main {
  static Object run() {
    return new A().n(new B());
  }
}

class Z {
  int k() {
    return 1;
  }
}

class A extends Z {
  Object m(B b) {
    return new Object() {
      public String toString() {
        return "" + A.super.k();
      }
    }.toString();
  }
  Object n(B c) {
    return m(c);
  }
}

class B {
}
