class A { int x; /** d */ A() { } }
