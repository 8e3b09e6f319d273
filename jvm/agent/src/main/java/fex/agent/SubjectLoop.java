package fex.agent;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;

/**
 * Gives a class one text after the other: its method {@code static String apply(String)} takes a text and returns what it makes of it,
 * or throws. What the class prints is lost, for standard output belongs to the answers.
 */
final class SubjectLoop {
    private static final int MADE = 0;
    private static final int THREW = 1;
    private static final int UNUSABLE = 2;

    private SubjectLoop() {}

    public static void main(String[] arguments) throws IOException {
        DataInputStream texts = new DataInputStream(new FileInputStream(FileDescriptor.in));
        DataOutputStream answers = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        PrintStream nowhere = new PrintStream(new Nowhere());
        System.setOut(nowhere);
        System.setErr(nowhere);
        System.setIn(new Nothing());
        Method method = null;
        String problem = null;
        try {
            method = applied(arguments[0]);
        } catch (ReflectiveOperationException | LinkageError e) {
            problem = e instanceof ClassNotFoundException ? "class `" + arguments[0] + "` is not on the class path" : e.getMessage();
        }
        while (true) {
            byte[] text;
            try {
                text = new byte[texts.readInt()];
                texts.readFully(text);
            } catch (EOFException end) {
                return;
            }
            if (problem != null) {
                answer(answers, UNUSABLE, problem);
                continue;
            }
            try {
                Object made = method.invoke(null, new String(text, StandardCharsets.UTF_8));
                answer(answers, MADE, made == null ? "" : made.toString());
            } catch (InvocationTargetException e) {
                answer(answers, THREW, trace(e.getCause()));
            } catch (IllegalAccessException e) {
                answer(answers, UNUSABLE, e.getMessage());
            }
        }
    }

    /** The method that takes texts. */
    private static Method applied(String name) throws ReflectiveOperationException {
        Class<?> type = Class.forName(name);
        Method method;
        try {
            method = type.getDeclaredMethod("apply", String.class);
        } catch (NoSuchMethodException e) {
            throw new NoSuchMethodException("class `" + name + "` has no method `static String apply(String)`");
        }
        if (!Modifier.isStatic(method.getModifiers())) {
            throw new NoSuchMethodException("`apply(String)` of class `" + name + "` is not static");
        }
        method.setAccessible(true);
        return method;
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        try (PrintWriter writer = new PrintWriter(text)) {
            thrown.printStackTrace(writer);
        } catch (StackOverflowError e) {
            return thrown.getClass().getName();
        }
        return text.toString();
    }

    private static void answer(DataOutputStream answers, int kind, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] frame = new byte[5 + bytes.length];
        frame[0] = (byte) kind;
        for (int at = 0; at < 4; at++) {
            frame[1 + at] = (byte) (bytes.length >>> (24 - 8 * at));
        }
        System.arraycopy(bytes, 0, frame, 5, bytes.length);
        answers.write(frame);
        answers.flush();
    }

    /** Takes everything and keeps nothing. */
    private static final class Nowhere extends OutputStream {
        @Override
        public void write(int octet) {}

        @Override
        public void write(byte[] octets, int offset, int length) {}
    }

    /** Has ended before it begins. */
    private static final class Nothing extends InputStream {
        @Override
        public int read() {
            return -1;
        }
    }
}
