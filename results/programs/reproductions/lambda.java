class A {
  Runnable r = () -> /** d */ {};
}
