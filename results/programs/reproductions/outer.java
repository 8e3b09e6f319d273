class Main {
  static Object run() {
    return new B().m();
  }
}

class A {
  public int f = 2;
  Object m() {
    return new Object() {
      public String toString() {
        return "" + A.this.f;
      }
    }.toString();
  }
}

class B extends A {
}
