class A {
  boolean b = x == /** d */ null;
}
