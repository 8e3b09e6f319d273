record R() {
}

class Main {
  static int of(Object value) {
    return switch (value) {
      case R() when value != null -> 1;
      default -> 0;
    };
  }
}
