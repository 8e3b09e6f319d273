class Main {
  static Object run() {
    return new A().n("s");
  }
}

class A {
  int f = 1;
  Object n(Object z) {
    /*[*/if (z instanceof String s)
      f = 2;/*]*/
    return f;
  }
}
