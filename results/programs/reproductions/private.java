class A {
  Object k() {
    return 1;
  }
}

class B extends A {
  private Object m() {
    return 2;
  }
}
