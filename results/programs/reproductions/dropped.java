class Main {
  static Object run() {
    return new B().m();
  }
}

class A {
  int k() {
    return 3;
  }
}

class B extends A {
  Object m() {
    return super.k();
  }
  int k() {
    return 2;
  }
}
