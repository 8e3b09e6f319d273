class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  int f = 1;
  Object n() {
    int /*[*/v/*]*/ = f;
    return new Object() {
      int f = 8;
      public String toString() {
        return "" + v;
      }
    }.toString();
  }
}
