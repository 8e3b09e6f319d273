class Main {
  static Object run() {
    return new A().n(new B());
  }
}

class A {
  Object m(B b) {
    return 2;
  }
  Object n(B c) {
    java.util.function.Function<B, Object> r = this::m;
    return r.apply(c);
  }
}

class B {
}
