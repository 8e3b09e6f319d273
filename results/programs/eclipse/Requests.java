import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.jdt.core.Flags;
import org.eclipse.jdt.core.ICompilationUnit;
import org.eclipse.jdt.core.IField;
import org.eclipse.jdt.core.IMember;
import org.eclipse.jdt.core.IMethod;
import org.eclipse.jdt.core.ISourceRange;
import org.eclipse.jdt.core.IType;
import org.eclipse.jdt.core.dom.CompilationUnit;
import org.eclipse.jdt.core.manipulation.SharedASTProviderCore;
import org.eclipse.jdt.internal.corext.codemanipulation.CodeGenerationSettings;
import org.eclipse.jdt.internal.corext.refactoring.code.ExtractMethodRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.code.ExtractTempRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.code.InlineMethodRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.code.InlineTempRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.rename.JavaRenameProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.MethodChecks;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameFieldProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameNonVirtualMethodProcessor;
import org.eclipse.jdt.internal.corext.refactoring.rename.RenameVirtualMethodProcessor;
import org.eclipse.jdt.internal.corext.refactoring.sef.SelfEncapsulateFieldRefactoring;
import org.eclipse.jdt.internal.corext.refactoring.structure.MoveInstanceMethodProcessor;
import org.eclipse.jdt.internal.corext.refactoring.structure.MoveStaticMembersProcessor;
import org.eclipse.jdt.internal.corext.refactoring.structure.PullUpRefactoringProcessor;
import org.eclipse.jdt.internal.corext.refactoring.structure.PushDownRefactoringProcessor;
import org.eclipse.ltk.core.refactoring.Refactoring;
import org.eclipse.ltk.core.refactoring.RefactoringStatus;
import org.eclipse.ltk.core.refactoring.participants.MoveRefactoring;
import org.eclipse.ltk.core.refactoring.participants.ProcessorBasedRefactoring;
import org.eclipse.ltk.core.refactoring.participants.RenameRefactoring;

/** What the dialogs of Eclipse ask for: the field `f` or the method `m` of the first type that has one is the target, and `k` the new name. */
final class Requests {
    /** The refactoring of a kind; null if there is no place to move to. */
    static Refactoring refactoring(String kind, ICompilationUnit unit, ISourceRange selection) throws CoreException {
        return switch (kind) {
            case "encapsulate field" -> encapsulated((IField) target(unit, true));
            case "pull up field" -> pulledUp(target(unit, true));
            case "pull up method" -> pulledUp(target(unit, false));
            case "push down field" -> pushedDown(target(unit, true));
            case "push down method" -> pushedDown(target(unit, false));
            case "rename field" -> renamed(new RenameFieldProcessor((IField) target(unit, true)));
            case "rename method" -> renamed(renaming((IMethod) target(unit, false)));
            case "inline method" -> inlined(unit, target(unit, false).getNameRange());
            case "extract local" -> extracted(unit, selection);
            case "extract method" -> extractedMethod(unit, selection);
            case "inline local" -> inlinedLocal(unit, selection);
            case "move method" -> moved((IMethod) target(unit, false));
            default -> throw new IllegalArgumentException(kind);
        };
    }

    private static Refactoring encapsulated(IField field) throws CoreException {
        SelfEncapsulateFieldRefactoring refactoring = new SelfEncapsulateFieldRefactoring(field);
        refactoring.setVisibility(Flags.AccPublic);
        return refactoring;
    }

    private static Refactoring pulledUp(IMember member) throws CoreException {
        IMember[] members = {member};
        PullUpRefactoringProcessor processor = new PullUpRefactoringProcessor(members, new CodeGenerationSettings());
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

    /** To all subclasses: the first check of the conditions chooses that for what it is made with. */
    private static Refactoring pushedDown(IMember member) {
        return new ProcessorBasedRefactoring(new PushDownRefactoringProcessor(new IMember[] {member}));
    }

    private static Refactoring renamed(JavaRenameProcessor processor) throws CoreException {
        processor.setNewElementName("k");
        return new RenameRefactoring(processor);
    }

    private static JavaRenameProcessor renaming(IMethod method) throws CoreException {
        return MethodChecks.isVirtual(method) ? new RenameVirtualMethodProcessor(method) : new RenameNonVirtualMethodProcessor(method);
    }

    /** All calls, and the method is deleted. */
    private static Refactoring inlined(ICompilationUnit unit, ISourceRange name) {
        return InlineMethodRefactoring.create(unit, tree(unit), name.getOffset(), name.getLength());
    }

    /** All uses, and the variable is deleted. */
    private static Refactoring inlinedLocal(ICompilationUnit unit, ISourceRange name) {
        return new InlineTempRefactoring(unit, tree(unit), name.getOffset(), name.getLength());
    }

    private static CompilationUnit tree(ICompilationUnit unit) {
        return SharedASTProviderCore.getAST(unit, SharedASTProviderCore.WAIT_YES, null);
    }

    /** All occurrences. */
    private static Refactoring extracted(ICompilationUnit unit, ISourceRange selection) {
        ExtractTempRefactoring refactoring = new ExtractTempRefactoring(unit, selection.getOffset(), selection.getLength());
        refactoring.setTempName("k");
        return refactoring;
    }

    private static Refactoring extractedMethod(ICompilationUnit unit, ISourceRange selection) {
        ExtractMethodRefactoring refactoring = new ExtractMethodRefactoring(unit, selection.getOffset(), selection.getLength());
        refactoring.setMethodName("k");
        return refactoring;
    }

    /** A static method to class `B`, another to the first parameter or field that it can be moved to, and no delegate stays. */
    private static Refactoring moved(IMethod method) throws CoreException {
        if (Flags.isStatic(method.getFlags())) {
            MoveStaticMembersProcessor processor = new MoveStaticMembersProcessor(new IMember[] {method}, new CodeGenerationSettings());
            processor.setDestinationTypeFullyQualifiedName("B");
            return new MoveRefactoring(processor);
        }
        MoveInstanceMethodProcessor processor = new MoveInstanceMethodProcessor(method, new CodeGenerationSettings());
        return new MoveRefactoring(processor) {
            @Override
            public RefactoringStatus checkInitialConditions(IProgressMonitor monitor) throws CoreException {
                RefactoringStatus status = super.checkInitialConditions(monitor);
                // Only now it is known where the method can go, as in the dialog.
                if (!status.hasFatalError()) {
                    processor.setTarget(processor.getPossibleTargets()[0]);
                    processor.setDelegateUpdating(false);
                }
                return status;
            }
        };
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

    private Requests() {}
}
