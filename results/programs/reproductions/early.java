class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  int f = 1;
  Object n() {
    class L {
      int g;
      L(int g) {
        this.g = g;
      }
      L() {
        this(/*[*/f + 1/*]*/);
      }
    }
    return new L().g;
  }
}
