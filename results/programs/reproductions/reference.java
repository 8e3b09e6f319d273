import java.util.function.IntSupplier;

class A {
}

class B extends A {
  IntSupplier f = this::k;
  int k() {
    return 2;
  }
}
