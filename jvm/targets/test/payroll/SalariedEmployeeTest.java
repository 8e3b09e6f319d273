package payroll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Figure 9 of Huo and Clause: a test that sets what it never looks at. */
class SalariedEmployeeTest {
    private String fn;
    private String ln;
    private String ssn;
    private double s;

    private final SalariedEmployee s1 = new SalariedEmployee(fn, ln, ssn, s);

    // brittle: SalariedEmployeeTest.fn, SalariedEmployeeTest.ln, SalariedEmployeeTest.ssn; unused: "FN", "LN", "SSN"
    @Test
    void test13() {
        s1.setWeeklySalary(0.5);
        fn = "FN";
        ln = "LN";
        ssn = "SSN";
        SalariedEmployee s2 = new SalariedEmployee(fn, ln, ssn, s);
        String actual = s1.toString();
        String expected = "salaried employee: null null\nsocial security number: null, weekly salary: 0.50";
        assertEquals(actual, expected);
    }
}
