class A {
  int f = 1;
  class B {
    private int getF(int x) {
      return x;
    }
    int m() {
      return f;
    }
  }
}
