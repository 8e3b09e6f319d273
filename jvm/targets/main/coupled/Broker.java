package coupled;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A caller that refers to methods; the comments of its tests say which coupled branches each of them covers. */
public class Broker {
    private final Vault vault = new Vault(1);
    private IntConsumer kept = amount -> {};

    /** The object is called at once, and has its receiver. */
    public void each(List<Integer> amounts, boolean isEach) {
        if (isEach) {
            amounts.forEach(vault::add);
        }
    }

    /** The object is called later. */
    public void keep(boolean isKept) {
        if (isKept) {
            kept = vault::add;
        }
    }

    /** Another object that refers to the same method, and throws something afterwards. */
    public void replace(boolean isReplaced) {
        if (isReplaced) {
            kept = vault::add;
            throw new IllegalStateException("replaced");
        }
    }

    /** The call that calls the object is none of the vault. */
    public void use(int amount) {
        kept.accept(amount);
    }

    /** The receiver is an argument. */
    public long full(List<Vault> vaults, boolean isCounted) {
        return isCounted ? vaults.stream().filter(Vault::isFull).count() : 0;
    }

    /** There is no receiver; some arguments throw something. */
    public int sum(int[] amounts, boolean isSummed) {
        if (isSummed) {
            return IntStream.of(amounts).map(Vault::checked).sum();
        }
        return 0;
    }

    /** A constructor. */
    public Vault made(int size, boolean isMade) {
        if (isMade) {
            IntFunction<Vault> maker = Vault::new;
            return maker.apply(size);
        }
        return null;
    }

    Vault vault() {
        return vault;
    }
}
