class A<T extends Number> extends Object { // c
}
