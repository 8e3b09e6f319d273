package payroll;

import java.util.Locale;

/** An employee who is paid by the week, as in the example of Huo and Clause. */
public final class SalariedEmployee {
    private final String firstName;
    private final String lastName;
    private final String ssn;
    private double weeklySalary;

    public SalariedEmployee(String firstName, String lastName, String ssn, double weeklySalary) {
        this.firstName = firstName;
        this.lastName = lastName;
        this.ssn = ssn;
        this.weeklySalary = weeklySalary;
    }

    public void setWeeklySalary(double salary) {
        weeklySalary = salary;
    }

    @Override
    public String toString() {
        return "salaried employee: " + firstName + " " + lastName + "\nsocial security number: " + ssn
                + String.format(Locale.ROOT, ", weekly salary: %.2f", weeklySalary);
    }
}
