class Main {
  static Object run() {
    return new A().n();
  }
}

class A {
  int f = 1;
  Object n() {
    int /*[*/v/*]*/ = f++;
    return v + v;
  }
}
