/** Calls whose comments state which methods of these classes they may run. */
final class Dispatch {
    private Dispatch() {}

    interface Shape {
        String name();

        default String title() {
            return name();
        }
    }

    interface Round extends Shape {
        @Override
        default String title() {
            return "round";
        }
    }

    abstract static class Base implements Shape {
        String plain() {
            return "base";
        }

        final String sealed() {
            return "sealed";
        }

        private String secret() {
            return "secret";
        }
    }

    static class Circle extends Base implements Round {
        @Override
        public String name() {
            return "circle";
        }

        @Override
        String plain() {
            return "circle" + super.plain(); // may run Dispatch$Base.plain
        }
    }

    static final class Square extends Base {
        @Override
        public String name() {
            return "square";
        }
    }

    static final class Dot extends Circle {
        @Override
        public String name() {
            return "dot";
        }
    }

    static String byInterface(Shape shape) {
        return shape.name(); // may run Dispatch$Circle.name Dispatch$Square.name Dispatch$Dot.name
    }

    static String byDefault(Shape shape) {
        return shape.title(); // may run Dispatch$Shape.title Dispatch$Round.title
    }

    static String byMostSpecificDefault(Round round) {
        return round.title(); // may run Dispatch$Round.title
    }

    static String byClass(Base base) {
        return base.plain(); // may run Dispatch$Base.plain Dispatch$Circle.plain
    }

    static String bySubclass(Dot dot) {
        return dot.name(); // may run Dispatch$Dot.name
    }

    static String inherited(Dot dot) {
        return dot.plain(); // may run Dispatch$Circle.plain
    }

    static String byFinal(Base base) {
        return base.sealed(); // may run Dispatch$Base.sealed
    }

    static String byPrivate(Base base) {
        return base.secret(); // may run Dispatch$Base.secret
    }

    static Runnable byLambda() {
        return () -> inherited(new Dot()); // may run Dispatch.lambda$byLambda$0 Dispatch.inherited Dispatch$Dot.<init>
    }

    static java.util.function.Function<Shape, String> byReference() {
        return Shape::name; // may run Dispatch$Circle.name Dispatch$Square.name Dispatch$Dot.name
    }
}
