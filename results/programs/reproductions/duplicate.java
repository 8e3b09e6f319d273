class Main {
  static Object run() {
    return new A().n(5);
  }
}

class A {
  Object n(int y) {
    int x = /*[*/y/*]*/;
    for (int i = 0; i < 2; i++)
      x++;
    return x;
  }
}
