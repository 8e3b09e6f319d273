class A {
  int f;
  void m() {
    f += 2L;
  }
}
