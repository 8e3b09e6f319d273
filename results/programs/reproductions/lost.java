class Main {
  static Object run() {
    return new A().n(5);
  }
}

class A {
  Object n(int y) {
    int a = 2;
    if (y > 1) {
      /*[*/int b = a;
      a = b + 1;/*]*/
    }
    return a;
  }
}
