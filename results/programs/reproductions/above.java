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
  public int k() {
    return 2;
  }
  Object m() {
    return super.k();
  }
}

class B extends A {
}
