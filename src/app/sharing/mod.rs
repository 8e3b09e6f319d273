//! Work on more than one machine: plans, parts of them that are done here, and partial reports that are joined.

mod counting;
mod files;
mod judging;
mod merging;
mod portion;

pub use counting::{plan as plan_counting, portion as count_portion};
pub use files::open;
pub use judging::{plan as plan_judging, portion as judge_portion};
pub use merging::{Joining, Merged, merge};
pub use portion::{Partial, Portion, task};
