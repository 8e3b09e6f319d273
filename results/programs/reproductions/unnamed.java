class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  Object n() {
    /*[*/var u = new Object() {
      int q = 3;
    };/*]*/
    return u.q;
  }
}
