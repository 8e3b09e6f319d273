package payroll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Figure 1 of Huo and Clause. The comment before each test says what an assertion depends on, and what none checks. */
class EmployeeTest {
    private String firstName;
    private String lastName;
    private String ssn;
    private double baseSalary;
    private double commissionRate = 0.5;
    private double grossSales;

    private Employee e = new Employee(firstName, lastName, ssn, baseSalary, commissionRate, grossSales);

    // brittle: EmployeeTest.commissionRate, EmployeeTest.lastName, EmployeeTest.ssn; unused: "John"
    @Test
    void testToString() {
        e.setFirstName("John");
        e.setGrossSales(200);
        e.setBaseSalary(100);
        String expected = "employee: null null\nsocial security number: null\ntotal salary: 200.00";
        assertEquals(e.toString(), expected);
    }

    // sound
    @Test
    void testAbbreviateLastName() {
        e.setLastName("Moore-Towers");
        String expected = "Moore";
        assertEquals(e.abbreviatedLastName(), expected);
    }
}
