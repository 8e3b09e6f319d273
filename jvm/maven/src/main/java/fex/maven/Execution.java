package fex.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.execution.ExecutionEvent;
import org.apache.maven.plugin.PluginParameterExpressionEvaluator;
import org.apache.maven.project.MavenProject;
import org.codehaus.plexus.component.configurator.expression.ExpressionEvaluationException;
import org.codehaus.plexus.util.xml.Xpp3Dom;

/** One execution of Surefire: its parameters as they stand when it starts. */
final class Execution {
    private final MavenProject project;
    private final Xpp3Dom configuration;
    private final PluginParameterExpressionEvaluator evaluator;
    private final Frameworks frameworks;
    private final ExecutionEvent event;

    Execution(ExecutionEvent event, Frameworks frameworks) {
        this.event = event;
        this.project = event.getProject();
        this.configuration = event.getMojoExecution().getConfiguration();
        this.evaluator = new PluginParameterExpressionEvaluator(event.getSession(), event.getMojoExecution());
        this.frameworks = frameworks;
    }

    Map<String, Object> describe() throws Exception {
        Map<String, Object> all = new LinkedHashMap<>();
        String base = project.getBasedir().getPath();
        all.put("name", project.getArtifactId());
        all.put("execution", event.getMojoExecution().getExecutionId());
        all.put("base", base);
        all.put("skipped", flag("skip") || flag("skipTests") || flag("skipExec"));
        String classes = or(text("classesDirectory"), project.getBuild().getOutputDirectory());
        String tests = or(text("testClassesDirectory"), project.getBuild().getTestOutputDirectory());
        all.put("classes", Collections.singletonList(classes));
        all.put("tests", Collections.singletonList(tests));
        all.put("built", Arrays.asList(classes, tests));
        all.put("sources", project.getCompileSourceRoots());
        all.put("testSources", project.getTestCompileSourceRoots());
        all.put("classPath", classPath(tests, classes));
        all.put("filter", "surefire");
        all.put("includes", list("includes"));
        all.put("excludes", list("excludes"));
        all.put("groups", or(text("groups"), ""));
        all.put("excludedGroups", or(text("excludedGroups"), ""));
        all.put("argLine", argLine());
        all.put("assertions", !"false".equals(text("enableAssertions")));
        all.put("properties", systemProperties(base));
        all.put("environment", map("environmentVariables"));
        all.put("directory", or(text("workingDirectory"), base));
        all.put("java", or(text("jvm"), ""));
        return all;
    }

    private Set<String> classPath(String tests, String classes) throws Exception {
        Set<String> left = new LinkedHashSet<>(Arrays.asList(tests, classes));
        List<String> excluded = list("classpathDependencyExcludes");
        for (Artifact artifact : project.getArtifacts()) {
            boolean out = excluded.contains(artifact.getGroupId() + ":" + artifact.getArtifactId());
            if (!out && artifact.getArtifactHandler().isAddedToClasspath() && artifact.getFile() != null) {
                left.add(artifact.getFile().getPath());
            }
        }
        left.addAll(list("additionalClasspathElements"));
        left.addAll(list("additionalClasspathDependencies"));
        left.addAll(frameworks.missing(project));
        return left;
    }

    /** The arguments of the JVM; plugins that ran earlier may have set what {@code @{name}} stands for. */
    private String argLine() throws ExpressionEvaluationException {
        String line = or(text("argLine"), "");
        for (String name : project.getProperties().stringPropertyNames()) {
            line = line.replace("@{" + name + "}", project.getProperties().getProperty(name));
        }
        return line.replaceAll("@\\{[^}]*}", "").replaceAll("\\s+", " ").trim();
    }

    private Map<String, String> systemProperties(String base) throws ExpressionEvaluationException {
        Map<String, String> all = new LinkedHashMap<>();
        // What the user said on Maven's command line, but for what is said to Maven alone.
        event.getSession().getUserProperties().forEach((name, value) -> {
            if (!name.toString().startsWith("fex.") && !name.toString().startsWith("maven.")) {
                all.put(name.toString(), value.toString());
            }
        });
        all.put("basedir", base);
        all.put("localRepository", event.getSession().getLocalRepository().getBasedir());
        all.putAll(map("systemProperties"));
        all.putAll(map("systemPropertyVariables"));
        return all;
    }

    private static String or(String text, String otherwise) {
        return text == null || text.isEmpty() ? otherwise : text;
    }

    private boolean flag(String name) throws ExpressionEvaluationException {
        return "true".equals(text(name));
    }

    private String text(String name) throws ExpressionEvaluationException {
        Object value = value(configuration.getChild(name));
        return value == null ? null : value.toString();
    }

    /** The value of a parameter that is no list: what it says, or else its default. */
    private Object value(Xpp3Dom parameter) throws ExpressionEvaluationException {
        if (parameter == null) {
            return null;
        }
        String said = parameter.getValue();
        Object value = said == null ? null : evaluator.evaluate(said);
        if (value == null) {
            String otherwise = parameter.getAttribute("default-value");
            value = otherwise == null ? null : evaluator.evaluate(otherwise);
        }
        return value;
    }

    private List<String> list(String name) throws ExpressionEvaluationException {
        List<String> all = new ArrayList<>();
        Xpp3Dom parameter = configuration.getChild(name);
        if (parameter == null) {
            return all;
        }
        for (Xpp3Dom child : parameter.getChildren()) {
            add(all, value(child));
        }
        if (parameter.getChildCount() == 0) {
            add(all, value(parameter));
        }
        return all;
    }

    private static void add(List<String> all, Object value) {
        if (value instanceof Object[]) {
            for (Object one : (Object[]) value) {
                add(all, one);
            }
        } else if (value instanceof Iterable) {
            ((Iterable<?>) value).forEach(one -> add(all, one));
        } else if (value != null) {
            // A list may also be one text with commas.
            for (String one : value.toString().split(",")) {
                if (!one.trim().isEmpty()) {
                    all.add(one.trim());
                }
            }
        }
    }

    /** A map, or properties in the old way: {@code <property><name>…</name><value>…</value></property>}. */
    private Map<String, String> map(String name) throws ExpressionEvaluationException {
        Map<String, String> all = new LinkedHashMap<>();
        Xpp3Dom parameter = configuration.getChild(name);
        if (parameter == null) {
            return all;
        }
        for (Xpp3Dom child : parameter.getChildren()) {
            boolean old = child.getChild("name") != null && child.getChild("value") != null;
            String key = old ? child.getChild("name").getValue() : child.getName();
            Object value = value(old ? child.getChild("value") : child);
            all.put(key, value == null ? "" : absolute(value));
        }
        return all;
    }

    private static String absolute(Object value) {
        return value instanceof File ? ((File) value).getAbsolutePath() : value.toString();
    }
}
