class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  int m() {
    return 3;
  }
  Object n() {
    int a = 2;
    /*[*/try {
      a = 9;
      m();
    } finally {
      a += 1;
    }/*]*/
    return a;
  }
}
