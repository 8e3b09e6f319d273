package subjects;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * A library that lends books: chains of books on shelves, an index by label, and days on which it is open.
 *
 * @param <K> the type of titles
 */
public final class Library<K> {

    private final List<Shelf> shelves = new ArrayList<>();
    private final Set<Day> openOn = EnumSet.noneOf(Day.class);
    private final Map<Label, Book<K>> index = new HashMap<>();
    private int size;

    /** Days of the week. */
    public enum Day { MONDAY, TUESDAY, SUNDAY }

    /**
     * Where a book is kept.
     *
     * @param row the row, from 0
     * @param place the place in its row, from 0
     */
    public record Label(int row, int place) { }

    /** A shelf of this library. */
    final class Shelf {
        private Book<K> first;

        private void put(K title) {
            Label label = freeLabel();
            first = new Book<>(title, first, label);
            index.put(label, first);
            resize(size + 1);
        }
    }

    /** A book and what stands behind it. */
    static final class Book<T> {
        private final T title;
        private final Book<T> next;
        private final Label label;
        private Loan loan;

        private Book(T title, Book<T> next, Label label) {
            this.title = title;
            this.next = next;
            this.label = label;
        }
    }

    private static final class Loan {
        private final String reader;

        private Loan(String reader) {
            this.reader = reader;
        }

        @Override
        public String toString() {
            return "lent to " + reader;
        }
    }

    /** Makes a library with one shelf. */
    public Library() {
        shelves.add(new Shelf());
    }

    void resize(int books) {
        size = books;
    }

    private Label freeLabel() {
        Label label = new Label(0, 0);
        while (index.containsKey(label)) {
            label = new Label(0, label.place() + 1);
        }
        return label;
    }

    private Book<K> book(K title) {
        for (Shelf shelf : shelves) {
            for (Book<K> book = shelf.first; book != null; book = book.next) {
                if (book.title.equals(title)) {
                    return book;
                }
            }
        }
        return null;
    }

    /**
     * Adds a book to the last shelf.
     *
     * @param title its title
     * @return whether there was none of this title
     */
    public boolean add(K title) {
        if (book(title) != null) {
            return false;
        }
        shelves.get(shelves.size() - 1).put(title);
        return true;
    }

    /**
     * Lends a book.
     *
     * @param title its title
     * @param reader who takes it
     * @return whether it was there to be lent
     */
    public boolean lend(K title, String reader) {
        Book<K> book = book(title);
        if (book == null || book.loan != null) {
            return false;
        }
        book.loan = new Loan(reader);
        return true;
    }

    /**
     * Finds a book.
     *
     * @param title its title
     * @return where it is kept
     * @throws NoSuchElementException if there is none of this title
     */
    public Label find(K title) {
        Book<K> book = book(title);
        if (book == null) {
            throw new NoSuchElementException();
        }
        return book.label;
    }

    /**
     * Tells whether the library is open.
     *
     * @param day the day
     * @return whether it is open on that day
     */
    public boolean isOpen(Day day) {
        return openOn.contains(day);
    }
}
