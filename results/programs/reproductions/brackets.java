class A {
  int f[];
  void m(int[] g) {
    g = f = new int[] {3};
  }
}
