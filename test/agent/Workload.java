import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A bit of everything a class file can hold; prints the same whatever is done to its classes. */
public final class Workload {
    enum Color { RED, GREEN, BLUE }

    interface Shape {
        double area();

        default String text() {
            return getClass().getSimpleName() + " " + area();
        }
    }

    static final class Square implements Shape {
        private final double side;

        Square(double side) {
            this.side = side;
        }

        @Override
        public double area() {
            return side * side;
        }
    }

    private Workload() {
    }

    static int choose(Color color, String word) {
        switch (color) {
            case RED:
                return 1;
            case GREEN:
                switch (word) {
                    case "a":
                        return 2;
                    case "bb":
                        return 3;
                    default:
                        return 4;
                }
            default:
                return 5;
        }
    }

    static long loop(int n) {
        long sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                if (j % 7 == 6) {
                    continue outer;
                }
                sum += (long) i * j ^ 0x55L;
            }
        }
        return sum;
    }

    static String rescue(Object value) {
        try {
            synchronized (Workload.class) {
                return ((String) value).trim();
            }
        } catch (ClassCastException | NullPointerException e) {
            return e.getClass().getSimpleName();
        } finally {
            loop(3);
        }
    }

    public static void main(String[] args) {
        List<Shape> shapes = new ArrayList<>(Arrays.<Shape>asList(new Square(3), new Square(1.5), () -> 2.25));
        shapes.sort(Comparator.comparingDouble(Shape::area));
        Function<Shape, Double> area = Shape::area;
        Map<String, Double> areas = new LinkedHashMap<>();
        for (Shape shape : shapes) {
            areas.merge(shape instanceof Square ? "square" : "other", area.apply(shape), Double::sum);
        }
        System.out.println(areas);
        System.out.println(choose(Color.GREEN, "bb") + choose(Color.BLUE, "") + " " + loop(1000));
        System.out.println(rescue("  x ") + rescue(1) + rescue(null));
        int[][] grid = new int[3][4];
        grid[2][3] += 7;
        System.out.println(Arrays.deepToString(grid) + String.format("%05.2f", 3.14159));
    }
}
