class Main {
  static Object run() {
    return new B().m();
  }
}

class A {
  public static int o(A a) {
    return 2;
  }
  Object m() {
    return o(this);
  }
}

class B extends A {
  public static int o(B b) {
    return 3;
  }
}
