package fex.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.ListIterator;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What objects of a collection or a map of the JRE hold, as the methods of that class say it. A class of the program that extends it
 * may have methods of its own in their place, which are not called.
 */
final class Contents {
    private final MethodHandle size;

    /** Of a collection its elements, one after the other; of a map its entries. */
    private final MethodHandle elements;

    /**
     * @param type the class of the JRE
     * @param opener opens the package of a class to this one
     */
    Contents(Class<?> type, boolean isMap, Consumer<Class<?>> opener) {
        if (!type.getModule().isOpen(type.getPackageName(), Contents.class.getModule())) {
            opener.accept(type);
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            size = lookup.findSpecial(type, "size", MethodType.methodType(int.class), type);
            if (isMap) {
                elements = lookup.findSpecial(type, "entrySet", MethodType.methodType(Set.class), type);
            } else if (type == LinkedList.class) {
                // Its iterator would ask the object itself for this one.
                MethodType asked = MethodType.methodType(ListIterator.class, int.class);
                elements = MethodHandles.insertArguments(lookup.findSpecial(type, "listIterator", asked, type), 1, 0);
            } else {
                elements = lookup.findSpecial(type, "iterator", MethodType.methodType(Iterator.class), type);
            }
        } catch (ReflectiveOperationException changed) {
            throw new IllegalStateException("cannot read objects of " + type, changed);
        }
    }

    /** How many elements or entries an object holds. */
    int size(Object object) {
        return (int) called(size, object);
    }

    /** The elements or the entries of an object. */
    Collection<?> of(Object object) {
        return new AbstractCollection<Object>() {
            @Override
            @SuppressWarnings("unchecked")
            public Iterator<Object> iterator() {
                Object found = called(elements, object);
                return found instanceof Set ? ((Set<Object>) found).iterator() : (Iterator<Object>) found;
            }

            @Override
            public int size() {
                return Contents.this.size(object);
            }
        };
    }

    private static Object called(MethodHandle method, Object object) {
        try {
            return method.invoke(object);
        } catch (RuntimeException | Error problem) {
            throw problem;
        } catch (Throwable never) {
            throw new UndeclaredThrowableException(never);
        }
    }
}
