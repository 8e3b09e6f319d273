class Main {
  static Object run() {
    return new B().m();
  }
}

class A {
  static class C {
  }
  Object m() {
    return new C().getClass().getName();
  }
}

class B extends A {
  static class C {
  }
}
