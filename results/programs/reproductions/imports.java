package p;
// c
import java.util.List;
class A {
    List a;
}
