package parcels

/** What the compiler of Kotlin writes beside what people write; tests/extreme.rs states the verdicts. */
data class Parcel(val name: String, val weight: Int) {
    fun isHeavy(): Boolean = weight > LIMIT

    fun label(prefix: String = "to ", suffix: String = "!"): String = prefix + name + suffix

    companion object {
        const val LIMIT = 20

        fun of(text: String): Parcel = Parcel(text.substringBefore(':'), text.substringAfter(':').toInt())

        @JvmStatic
        fun lightest(one: Parcel, other: Parcel): Parcel = if (one.weight <= other.weight) one else other
    }
}

object Register {
    private val names = mutableListOf<String>()

    var last: String = ""

    fun enter(parcel: Parcel) {
        names.add(parcel.name)
        last = parcel.name
    }

    fun first(): String? = names.firstOrNull { it.isNotEmpty() }
}

interface Priced {
    fun price(): Long

    fun priceTwice(): Long = 2 * price() + 0
}

class Stamp(private val cents: Long) : Priced {
    override fun price(): Long = cents + 1
}

enum class Size {
    SMALL, LARGE;

    fun bigger(): Size = if (this == SMALL) LARGE else this
}

sealed class Event {
    data object Lost : Event()

    class Found(val by: String) : Event() {
        val finder: String by lazy { by.uppercase() }
    }
}

fun Parcel.heavier(by: Int): Parcel = copy(weight = weight + by)

inline fun <T> twice(action: () -> T): T {
    action()
    return action()
}
