package inputs;

import java.util.ArrayList;
import java.util.List;

/** Values by row and column, as {@code DefaultKeyedValues2D} of JFreeChart keeps them. */
public final class Table {
    private static int created;
    private static final int LIMIT = 100;
    private static String separator = ";";
    private static char bar = '\0';

    private boolean isHidden;
    private final List<String> rowKeys = new ArrayList<>();
    private final List<String> columnKeys = new ArrayList<>();
    private final List<List<Double>> rows = new ArrayList<>();

    public Table() {
        created++;
    }

    public Table(boolean isLocked) {
        this();
        if (isLocked) {
            isHidden = true;
        }
    }

    public static int created() {
        return created;
    }

    public static void setSeparator(String text) {
        separator = text;
    }

    public void addValue(double value, String rowKey, String columnKey) {
        int row = rowKeys.indexOf(rowKey);
        if (row < 0) {
            rowKeys.add(rowKey);
            rows.add(new ArrayList<>());
            row = rows.size() - 1;
        }
        rows.get(row).add(value);
        if (!columnKeys.contains(columnKey)) {
            columnKeys.add(columnKey);
        }
        if (rowKeys.size() > LIMIT) {
            throw new IllegalStateException("too many rows");
        }
    }

    public String rowKey(int row) {
        return rowKeys.get(row);
    }

    public String columnKey(int column) {
        return columnKeys.get(column);
    }

    public String header() {
        StringBuilder text = new StringBuilder();
        for (String key : columnKeys) {
            text.append(key).append(separator);
        }
        return text.toString();
    }

    public static void setBar(char bar) {
        Table.bar = bar;
    }

    public int parts(String text) {
        return text.indexOf(bar) < 0 ? 1 : 2;
    }

    public int sign(int number) {
        int sign = 0;
        if (number > 0) {
            sign = 1;
        } else if (number < 0) {
            sign = -1;
        }
        return sign;
    }

    public int checked(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative");
        }
        return number;
    }

    public int columnCount() {
        return columnKeys.size();
    }

    public void require(String layout) {
        if (!layout.equals("wide") && !layout.equals("narrow")) {
            throw new IllegalArgumentException("there is no layout " + layout);
        }
    }

    public void rename(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("no name");
        }
    }

    public String label(String text, boolean isLoud) {
        StringBuilder label = new StringBuilder(text);
        if (isLoud) {
            label.append('!');
        }
        return label.toString();
    }

    public void resize(int columns) {
        if (columns > LIMIT) {
            isHidden = true;
        }
    }

    public boolean isHidden() {
        return isHidden;
    }

    public int steps(int number) {
        int steps = 1;
        if (number > LIMIT) {
            steps = 2;
        }
        return steps;
    }

    public void addColumns(int count) {
        for (int number = 0; number < count; number++) {
            columnKeys.add("C" + number);
        }
    }

    public int columns() {
        return columnKeys.size();
    }
}
