class A {
  int k() {
    return 3;
  }
}

class B extends A {
  int f = super.k();
}
