class Main {
  static Object run() {
    return new B().f;
  }
}

class A<T> {
  java.util.List<T> f = null;
}

class B extends A {
}
