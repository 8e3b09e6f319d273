package fex.gradle;

import java.util.Arrays;
import org.gradle.api.Action;
import org.gradle.api.Plugin;
import org.gradle.api.Project;
import org.gradle.api.tasks.compile.AbstractCompile;
import org.gradle.api.tasks.testing.Test;
import org.gradle.util.GradleVersion;

/**
 * The commands of fex as tasks: {@code fexExtreme} runs {@code fex extreme} for the project that has this plugin and those below it.
 *
 * <p>All names begin with {@code fex}, because builds have tasks {@code check}, {@code report} and {@code generate} of their own.
 */
public final class FexPlugin implements Plugin<Project> {
    /** Made by Gradle, by the name of the plugin. */
    public FexPlugin() {}

    @Override
    public void apply(Project project) {
        FexExtension extension = project.getExtensions().create("fex", FexExtension.class);
        Program program = new Program(project, extension);
        writes(project, program, "fexGenerate", "Computes suites, and writes them as tests.", "generate");
        writes(project, program, "fexRefresh", "Brings suites up to date.", "refresh");
        judges(project, program, "fexRefreshCheck", "Fails where a suite is not up to date.", "refresh", "--check");
        judges(project, program, "fexCheck", "Reports everything that is wrong with specifications.", "check");
        judges(project, program, "fexCoverage", "Says how much of the feasible pairs suites cover.", "coverage");
        judges(project, program, "fexReport", "Writes suites as pages with a picture of each structure.", "report");
        judges(project, program, "fexExtreme", "Finds methods whose removal no test notices.", "extreme", "--reports");
        judges(project, program, "fexDiagnose", "Says why no test notices a removal.", "diagnose", "--reports");
        judges(project, program, "fexStability", "Finds what tests depend on and do not control.", "stability", "--reports");
        judges(project, program, "fexTaint", "Finds brittle assertions and unused inputs.", "taint", "--reports");
        judges(project, program, "fexIntegrate", "Measures how tests cover pairs of classes.", "integrate", "--reports");
    }

    private static void writes(Project project, Program program, String name, String description, String... command) {
        add(project, name, SuiteTask.class, task -> {
            task.setDescription(description);
            program.prepare(task, Arrays.asList(command));
        });
    }

    private static void judges(Project project, Program program, String name, String description, String... command) {
        add(project, name, JudgingTask.class, task -> {
            task.setDescription(description);
            program.prepare(task, Arrays.asList(command));
            order(project, task);
        });
    }

    /** Adds a task; Gradle configures it only if it is wanted, from the version on that can. */
    private static <T extends CommandTask> void add(Project project, String name, Class<T> type, Action<T> configure) {
        if (GradleVersion.current().compareTo(GradleVersion.version("4.9")) < 0) {
            project.getTasks().create(name, type, configure);
        } else {
            project.getTasks().register(name, type, configure);
        }
    }

    /** Nothing is judged while the build around compiles it, nor by tests that fail, nor by suites that are not up to date. */
    private static void order(Project project, JudgingTask task) {
        task.mustRunAfter("fexGenerate", "fexRefresh");
        if (!task.getName().equals("fexRefreshCheck")) {
            task.mustRunAfter("fexRefreshCheck");
        }
        for (Project each : project.getRootProject().getAllprojects()) {
            task.mustRunAfter(each.getTasks().withType(AbstractCompile.class), each.getTasks().withType(Test.class));
        }
    }
}
