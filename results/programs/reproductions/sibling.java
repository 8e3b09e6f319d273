class A {
}

class B extends A {
  public Object m() {
    return 1;
  }
}

class C extends A {
  Object m() {
    return null;
  }
}
