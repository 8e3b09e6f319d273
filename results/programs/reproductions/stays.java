class Main {
  static Object run() {
    return new B().f;
  }
}

class Z {
  int g = 1;
}

class A extends Z {
  int f = A.this.g;
}

class B extends A {
}
