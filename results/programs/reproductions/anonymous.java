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
    int /*[*/v/*]*/ = m();
    return new Object() {
      int m() {
        return 8;
      }
      public String toString() {
        return "" + v;
      }
    }.toString();
  }
}
