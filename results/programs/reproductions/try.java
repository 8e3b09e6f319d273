class A {
  void m() {
    try { /* c */ b(); } finally {}
  }
}
