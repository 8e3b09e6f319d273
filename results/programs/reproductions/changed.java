class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  int f = 1;
  void m() {
    f = 5;
  }
  Object n() {
    String a = "" + f;
    m();
    return a + /*[*/f/*]*/;
  }
}
