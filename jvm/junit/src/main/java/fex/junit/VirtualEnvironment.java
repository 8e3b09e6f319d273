package fex.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests of JUnit 5 for which nothing of what surrounds the program is that of the machine, from before its instance is made until after {@code
 * @AfterEach}: clocks show the noon (UTC) of 1 July 2026 and waiting takes no time, random numbers are the same in each run, files that
 * change are the test's own, and neither processes nor the network are there but for what the test says of them. What a test changes in
 * static fields of the project is changed back; where the class is annotated, its tests do not find what those of other classes left there.
 * What is made or done for all tests of a class is real: {@code @BeforeAll}, and the instance where there is one for all. So is what fields
 * are initialised with where a single method is annotated, and not its class.
 *
 * <p>The JVM has to start with the agent of fex-junit. No other test runs at the same time.
 *
 * @see VirtualClock
 * @see VirtualConsole
 * @see VirtualFiles
 * @see VirtualMachine
 * @see VirtualNetwork
 * @see VirtualProcesses
 * @see VirtualRandom
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(VirtualEnvironmentExtension.class)
// The whole of the JVM: `Resources.GLOBAL`, which older versions do not have.
@ResourceLock("org.junit.platform.engine.support.hierarchical.ExclusiveResource.GLOBAL_KEY")
public @interface VirtualEnvironment {}
