class Main {
  static Object run() {
    return new B().m();
  }
}

class A {
  private int k() {
    return 3;
  }
}

class B extends A {
  Object m() {
    return k();
  }
  public int k() {
    return 2;
  }
}
