class A {
  int n = -/* c */ 2;
}
