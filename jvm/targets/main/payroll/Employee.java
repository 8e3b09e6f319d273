package payroll;

import java.util.Locale;

/** The class of the example of Huo and Clause: its {@code toString} prints the last name in place of the first one. */
public final class Employee {
    private String firstName;
    private String lastName;
    private String ssn;
    private double baseSalary;
    private double commissionRate;
    private double grossSales;

    public Employee(
            String firstName, String lastName, String ssn, double baseSalary, double commissionRate, double grossSales) {
        this.firstName = firstName;
        this.lastName = lastName;
        this.ssn = ssn;
        this.baseSalary = baseSalary;
        this.commissionRate = commissionRate;
        this.grossSales = grossSales;
    }

    public void setFirstName(String name) {
        firstName = name;
    }

    public String firstName() {
        return firstName;
    }

    public void setLastName(String name) {
        lastName = name;
    }

    public void setBaseSalary(double salary) {
        baseSalary = salary;
    }

    public void setGrossSales(double sales) {
        grossSales = sales;
    }

    public String abbreviatedLastName() {
        int end = lastName.indexOf('-');
        return end < 0 ? lastName : lastName.substring(0, end);
    }

    @Override
    public String toString() {
        double total = baseSalary + commissionRate * grossSales;
        return "employee: " + lastName + " " + lastName + "\nsocial security number: " + ssn
                + String.format(Locale.ROOT, "%ntotal salary: %.2f", total).replace("\r", "");
    }
}
