class Main {
  static Object run() {
    return new B().h;
  }
}

class A {
  int f = 2;
}

class B extends A {
  Object h = f;
}
