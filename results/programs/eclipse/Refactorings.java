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
import org.eclipse.jdt.core.IField;
import org.eclipse.jdt.core.IJavaProject;
import org.eclipse.jdt.core.IMember;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.IPackageFragment;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.core.JavaCore;
import org.eclipse.jdt.internal.core.JavaModelManager;
import org.eclipse.jdt.internal.corext.codemanipulation.CodeGenerationSettings;
import org.eclipse.jdt.internal.corext.refactoring.sef.SelfEncapsulateFieldRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.structure.PullUpRefactoringProcessor;
import org.eclipse.ltk.core.refactoring.Change;
import org.eclipse.ltk.core.refactoring.Refactoring;
import org.eclipse.ltk.core.refactoring.RefactoringStatus;
import org.eclipse.ltk.core.refactoring.participants.ProcessorBasedRefactoring;

/** The refactorings, inside of Eclipse: the field `f` or the method `m` of the first type that has one is the target. */
public final class Refactorings implements BinaryOperator<String> {
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
            ICompilationUnit unit = folder.createCompilationUnit("Unit.java", text, true, null);
            Refactoring refactoring = refactoring(kind, unit);
            if (refactoring == null) {
                return "refused: there is no class to move it to";
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

    private static Refactoring refactoring(String kind, ICompilationUnit unit) throws CoreException {
        CodeGenerationSettings settings = new CodeGenerationSettings();
        return switch (kind) {
            case "encapsulate field" -> {
                SelfEncapsulateFieldRefactoring one = new SelfEncapsulateFieldRefactoring((IField) target(unit, true));
                one.setVisibility(org.eclipse.jdt.core.Flags.AccPublic);
                yield one;
            }
            case "pull up field" -> pulledUp(target(unit, true), settings);
            case "pull up method" -> pulledUp(target(unit, false), settings);
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Refactoring pulledUp(IMember member, CodeGenerationSettings settings) throws CoreException {
        IMember[] members = {member};
        PullUpRefactoringProcessor processor = new PullUpRefactoringProcessor(members, settings);
        IType[] candidates = processor.getCandidateTypes(new RefactoringStatus(), new NullProgressMonitor());
        if (candidates.length == 0) {
            return null;
        }
        // The nearest class above, as in the dialog.
        processor.setDestinationType(candidates[candidates.length - 1]);
        processor.setMembersToMove(members);
        processor.setDeletedMethods(member instanceof IMethod method ? new IMethod[] {method} : new IMethod[0]);
        return new ProcessorBasedRefactoring(processor);
    }

    private static IMember target(ICompilationUnit unit, boolean isField) throws CoreException {
        for (IType type : unit.getAllTypes()) {
            for (IMember member : isField ? type.getFields() : type.getMethods()) {
                if (member.getElementName().equals(isField ? "f" : "m")) {
                    return member;
                }
            }
        }
        throw new IllegalArgumentException("no target");
    }
}
