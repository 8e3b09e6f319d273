class A {
}

class B extends A {
  B f = this;
}
