import java.io.IOException;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IProjectDescription;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Path;
import org.eclipse.jdt.core.IClasspathEntry;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IPackageFragment;
import org.eclipse.jdt.core.ISourceRange;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.core.SourceRange;
import org.eclipse.jdt.internal.core.JavaModelManager;
import org.eclipse.ltk.core.refactoring.Change;
import org.eclipse.ltk.core.refactoring.Refactoring;
import org.eclipse.ltk.core.refactoring.RefactoringStatus;

/** The refactorings, inside of Eclipse, each of one file in a project that has no other. */
public final class Refactorings implements BinaryOperator<String> {
    private static final String BEGIN = "/*[*/";
    private static final String END = "/*]*/";

    private final IPackageFragment folder;

    public Refactorings() throws CoreException, IOException {
        EclipseSettings.install();
        IWorkspace workspace = ResourcesPlugin.getWorkspace();
        var description = workspace.getDescription();
        description.setAutoBuilding(false);
        workspace.setDescription(description);
        IProject project = workspace.getRoot().getProject("p");
        IProjectDescription kind = workspace.newProjectDescription("p");
        kind.setNatureIds(new String[] {JavaCore.NATURE_ID});
        project.create(kind, null);
        project.open(null);
        IJavaProject java = JavaCore.create(project);
        IPath library = Path.fromOSString(Library.written().toString());
        java.setRawClasspath(
                new IClasspathEntry[] {
                    JavaCore.newSourceEntry(project.getFullPath()), JavaCore.newLibraryEntry(library, null, null)
                },
                project.getFullPath().append("out"), null);
        Map<String, String> options = java.getOptions(true);
        JavaCore.setComplianceOptions("21", options);
        java.setOptions(options);
        // Without it, the library is opened anew for each question.
        JavaModelManager.getJavaModelManager().cacheZipFiles(this);
        folder = java.getPackageFragmentRoot(project).getPackageFragment("");
    }

    @Override
    public String apply(String kind, String text) {
        try {
            // What is selected stands between marks, which the engine does not see.
            int start = text.indexOf(BEGIN);
            int end = text.indexOf(END);
            ISourceRange selection = start < 0 ? null : new SourceRange(start, end - start - BEGIN.length());
            ICompilationUnit unit = folder.createCompilationUnit("Unit.java", text.replace(BEGIN, "").replace(END, ""), true, null);
            Refactoring refactoring = Requests.refactoring(kind, unit, selection);
            if (refactoring == null) {
                return "refused: there is nothing to do it with";
            }
            RefactoringStatus status = refactoring.checkAllConditions(new NullProgressMonitor());
            if (status.getSeverity() >= RefactoringStatus.ERROR) {
                return "refused: " + status.getMessageMatchingSeverity(status.getSeverity());
            }
            Change change = refactoring.createChange(new NullProgressMonitor());
            change.initializeValidationData(new NullProgressMonitor());
            change.perform(new NullProgressMonitor());
            change.dispose();
            String says = status.getSeverity() == RefactoringStatus.WARNING
                    ? "warned: " + status.getMessageMatchingSeverity(status.getSeverity()) + "\n" : "";
            return says + unit.getSource();
        } catch (CoreException error) {
            throw new IllegalStateException(error);
        }
    }
}
