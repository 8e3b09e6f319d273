package parcels

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertFalse
import org.junit.jupiter.api.Assertions.assertNotEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test

class ParcelTest {
    private val book = Parcel("book", 2)

    @Test
    fun `parcels are what they say`() {
        assertEquals(book, Parcel.of("book:2"))
        assertNotEquals(book, Parcel("book", 3))
        assertTrue(Parcel("piano", 300).isHeavy())
        assertFalse(book.isHeavy())
        assertEquals("to book!", book.label())
        assertEquals("for book?", book.label("for ", "?"))
        assertEquals(book, Parcel.lightest(Parcel("piano", 300), book))
        val (name, weight) = book.heavier(1)
        assertEquals("book3", name + weight)
    }

    @Test
    fun `nobody asks what the register says`() {
        Register.enter(book)
        Register.first()
        assertNotNull(Register.last)
    }

    @Test
    fun `other shapes`() {
        assertEquals(16, Stamp(7).priceTwice())
        assertEquals(Size.LARGE, Size.SMALL.bigger())
        assertEquals("ANN", Event.Found("ann").finder)
        assertEquals(4, twice { Parcel("a", 4).weight })
    }
}
