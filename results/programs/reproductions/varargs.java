class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  Object k(int... x) {
    return 1;
  }
  Object m() {
    return 2;
  }
  Object n() {
    return k();
  }
}
