class Main {
  static Object run() {
    return new B().m();
  }
}

class A {
  public int f = 2;
  Object m() {
    return f;
  }
}

class B extends A {
  int f = 3;
}
