class Main {
  static Object run() {
    return new A().n(5);
  }
}

class A {
  static String o(Object x) {
    return "object";
  }
  static String o(int x) {
    return "int";
  }
  Object n(int y) {
    Integer /*[*/v/*]*/ = y;
    return o(v);
  }
}
