//! The files of a certificate: written, checked, and told from other people's.

use super::Run;
use crate::cli::{Exit, print};
use crate::cnf::Lit;
use crate::extension::Encoded;
use crate::fixture::{self, Coverage};
use crate::sat::{self, Interrupt};
use fixedbitset::FixedBitSet;
use std::path::PathBuf;

impl Run<'_> {
    /// The files of a certificate: formula, proof and variable map.
    fn certificate_files(&self) -> [PathBuf; 3] {
        ["cnf", "lrat", "map"]
            .map(|ending| self.context.job.out.join(format!("{}.{ending}", self.context.paragraph.name)))
    }

    /// Refuses to replace files that are no certificate of fex. The solver writes the proof without our marker, so a
    /// proof counts as ours where the formula and the map beside it are.
    pub(super) fn refuse_foreign_certificate(&self) -> Result<(), Exit> {
        let files = self.certificate_files();
        let [formula, proof, map] = &files;
        let marked = |path: &PathBuf| {
            std::fs::read(path).is_ok_and(|bytes| {
                let head = &bytes[..bytes.len().min(256)];
                String::from_utf8_lossy(head).contains(fixture::write::MARKER)
            })
        };
        let ours = |path: &PathBuf| if path == proof { marked(formula) && marked(map) } else { marked(path) };
        let foreign: Vec<PathBuf> =
            files.iter().filter(|path| path.symlink_metadata().is_ok() && !ours(path)).cloned().collect();
        if foreign.is_empty() {
            return Ok(());
        }
        Err(self.context.refuse_write(&fixture::write::WriteError::InTheWay(foreign)))
    }

    /// Proves anew that no instance has a pair that the suite lacks.
    pub(super) fn certify(
        &self,
        encoded: &Encoded,
        feasible: &FixedBitSet,
        interrupt: &Interrupt,
    ) -> Result<String, Exit> {
        let missing: Vec<Lit> = (0..encoded.pairs.len())
            .filter(|pair| !feasible.contains(*pair))
            .filter_map(|pair| encoded.literals[pair])
            .collect();
        let mut cnf = encoded.cnf.clone();
        cnf.push_clause(&missing);
        let folder = &self.context.job.out;
        std::fs::create_dir_all(folder).map_err(|error| self.context.cannot_write(folder, &error))?;
        let [_, _, map] = self.certificate_files();
        let marker = fixture::write::marker(self.context.suite(&[], &[], Coverage::FieldExhaustive).spec.name);
        let text = format!("c {marker}\n{}", encoded.variable_map());
        std::fs::write(&map, text).map_err(|error| self.context.cannot_write(&map, &error))?;
        let comment = format!("no instance of {} has an uncovered pair", self.context.paragraph.name);
        let certificate = sat::certificate::certify(
            &cnf,
            &[marker.as_str(), comment.as_str()],
            folder,
            &self.context.paragraph.name,
            interrupt,
        );
        match certificate {
            Ok(certificate) => Ok(format!(
                "  proof  {} pairs refuted in {} steps, checked: {}, {}, {}\n",
                missing.len(),
                certificate.summary.additions,
                certificate.formula.display(),
                certificate.proof.display(),
                map.display()
            )),
            Err(sat::certificate::CertifyError::Interrupted) => {
                Ok("  proof  INCOMPLETE: stopped before it was done\n".to_owned())
            }
            Err(error) => {
                print::message(format_args!("error: no certificate: {error}"));
                Err(Exit::Internal)
            }
        }
    }
}
