class A {
  A/** d */ (int x) {
  }
}
