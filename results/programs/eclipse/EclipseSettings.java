import java.io.IOException;
import java.util.Map;
import org.eclipse.core.runtime.preferences.DefaultScope;
import org.eclipse.core.runtime.preferences.IEclipsePreferences;
import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jdt.core.manipulation.JavaManipulation;
import org.eclipse.jdt.internal.core.manipulation.CodeTemplateContextType;
import org.eclipse.jdt.internal.core.manipulation.JavaManipulationPlugin;
import org.eclipse.jdt.internal.core.manipulation.MembersOrderPreferenceCacheCommon;
import org.eclipse.jface.text.templates.Template;
import org.eclipse.text.templates.ContextTypeRegistry;
import org.eclipse.text.templates.TemplatePersistenceData;
import org.eclipse.text.templates.TemplateStoreCore;

/** What the plug-in of Eclipse's windows would set: the defaults of its preference pages. */
final class EclipseSettings {
    private static final String NODE = "org.eclipse.jdt.ui";

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry(NODE + ".importorder", "java;javax;org;com"),
            Map.entry(NODE + ".ondemandthreshold", "99"),
            Map.entry(NODE + ".staticondemandthreshold", "99"),
            Map.entry(NODE + ".keywordthis", "false"),
            Map.entry(NODE + ".gettersetter.use.is", "true"),
            Map.entry(NODE + ".overrideannotation", "true"),
            Map.entry(NODE + ".exception.name", "e"),
            Map.entry(NODE + ".javadoc", "false"),
            Map.entry("outlinesortoption", "T,SF,SI,SM,F,I,C,M"),
            Map.entry(NODE + ".visibility.order", "B,V,R,D"),
            Map.entry(NODE + ".enable.visibility.order", "false"));

    static void install() throws IOException {
        JavaManipulation.setPreferenceNodeId(NODE);
        IEclipsePreferences defaults = DefaultScope.INSTANCE.getNode(NODE);
        DEFAULTS.forEach(defaults::put);
        MembersOrderPreferenceCacheCommon order = new MembersOrderPreferenceCacheCommon();
        order.install();
        JavaManipulationPlugin.getDefault().setMembersOrderPreferenceCacheCommon(order);

        ContextTypeRegistry registry = new ContextTypeRegistry();
        CodeTemplateContextType.registerContextTypes(registry);
        TemplateStoreCore store =
                new TemplateStoreCore(registry, InstanceScope.INSTANCE.getNode(NODE), "org.eclipse.jdt.ui.text.code_templates");
        add(store, CodeTemplateContextType.GETTERSTUB_ID, CodeTemplateContextType.GETTERBODY_CONTEXTTYPE, "return ${field};");
        add(store, CodeTemplateContextType.SETTERSTUB_ID, CodeTemplateContextType.SETTERBODY_CONTEXTTYPE, "${field} = ${param};");
        add(store, CodeTemplateContextType.METHODSTUB_ID, CodeTemplateContextType.METHODBODY_CONTEXTTYPE, "${body_statement}");
        JavaManipulation.setCodeTemplateContextRegistry(registry);
        JavaManipulation.setCodeTemplateStore(store);
    }

    private static void add(TemplateStoreCore store, String id, String context, String pattern) {
        Template template = new Template(id.substring(id.lastIndexOf('.') + 1), "", context, pattern, false);
        store.add(new TemplatePersistenceData(template, true, id));
    }

    private EclipseSettings() {}
}
