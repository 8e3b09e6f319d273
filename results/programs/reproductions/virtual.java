class Main {
  static Object run() {
    return new B().m();
  }
}

class Z {
  public int k() {
    return 1;
  }
}

class A extends Z {
  Object m() {
    return k();
  }
}

class B extends A {
  public int k() {
    return 3;
  }
}
