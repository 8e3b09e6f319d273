class A {
  final int f = 1;
  void m() {
    switch (1) {
      case f:
    }
  }
}
