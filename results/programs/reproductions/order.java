class Main {
  static Object run() {
    return new B().f;
  }
}

class Z {
  int g = 1;
}

class A extends Z {
  int f = g;
  {
    g = 5;
  }
}

class B extends A {
}
