class A {
  byte f;
  void m() {
    f = 1;
  }
}
