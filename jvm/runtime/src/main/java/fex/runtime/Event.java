package fex.runtime;

/**
 * Where something happened: what every event of a feature carries.
 *
 * @param test the number of the test; 0 where none ran
 * @param thread the number of the thread among those with events, from 0 on
 * @param type the internal name of the class that has the method
 * @param invocation the number of the method's invocation within the test, from 1 on
 */
public record Event(int test, int thread, String type, String method, String descriptor, int invocation) {}
