class A {
  Object m() {
    return 2;
  }
  Object n() {
    return new Object() {
      Object k(int x, int y) {
        return 4;
      }
      Object p() {
        return m();
      }
    }.p();
  }
}
