class A<T> {
  class B {}

  static class C<U extends B> {}
}
