//! The system calls that a child may make once it is ready. The kernel refuses all others: a child opens no file and no
//! socket, starts no program and reaches no other process, whatever an expression makes it do.

#[cfg(target_os = "linux")]
pub(super) use linux::install;

/// The reason why there is no filter.
#[cfg(not(target_os = "linux"))]
pub(super) fn install() -> Result<(), String> {
    Err("only Linux has a filter of system calls".to_owned())
}

#[cfg(target_os = "linux")]
mod linux {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen::Dword, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
        TargetArch, apply_filter_all_threads,
    };
    use std::collections::BTreeMap;

    /// Memory, waiting, clocks, signals to itself, randomness for hash tables, and the end.
    const FREE: [i64; 22] = [
        libc::SYS_brk,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_futex,
        libc::SYS_getpid,
        libc::SYS_getrandom,
        libc::SYS_gettid,
        libc::SYS_madvise,
        libc::SYS_mremap,
        libc::SYS_munmap,
        libc::SYS_nanosleep,
        libc::SYS_restart_syscall,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sched_yield,
        libc::SYS_sigaltstack,
        libc::SYS_close,
        libc::SYS_getcpu,
        libc::SYS_membarrier,
    ];

    /// It applies to every thread of the process, and cannot be undone. Privileges cannot be gained from then on
    /// either.
    pub fn install() -> Result<(), String> {
        let program = program().map_err(|error| error.to_string())?;
        apply_filter_all_threads(&program).map_err(|error| error.to_string())
    }

    fn program() -> Result<BpfProgram, seccompiler::BackendError> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> = FREE.iter().map(|call| (*call, vec![])).collect();
        // Requests arrive on standard input; responses and errors leave on the other two.
        rules.insert(libc::SYS_read, vec![when(&[(0, SeccompCmpOp::Eq, 0)])?]);
        let out = || Ok(vec![when(&[(0, SeccompCmpOp::Eq, 1)])?, when(&[(0, SeccompCmpOp::Eq, 2)])?]);
        rules.insert(libc::SYS_write, out()?);
        rules.insert(libc::SYS_writev, out()?);
        // Its own memory, which is never executed.
        let not_run = (2, SeccompCmpOp::MaskedEq(libc::PROT_EXEC as u64), 0);
        let of_no_file = (4, SeccompCmpOp::Eq, u64::from(u32::MAX));
        rules.insert(libc::SYS_mmap, vec![when(&[not_run.clone(), of_no_file])?]);
        rules.insert(libc::SYS_mprotect, vec![when(&[not_run])?]);
        // It ends itself when memory runs out.
        let own = u64::from(std::process::id());
        let abort = (2, SeccompCmpOp::Eq, libc::SIGABRT as u64);
        rules.insert(libc::SYS_tgkill, vec![when(&[(0, SeccompCmpOp::Eq, own), abort])?]);
        let refused = SeccompAction::Errno(libc::EPERM as u32);
        let machine: TargetArch = std::env::consts::ARCH.try_into()?;
        SeccompFilter::new(rules, refused, SeccompAction::Allow, machine)?.try_into()
    }

    /// All of these: an argument by its number, and what it is compared with.
    fn when(all: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, seccompiler::BackendError> {
        let conditions =
            all.iter().map(|(argument, how, with)| SeccompCondition::new(*argument, Dword, how.clone(), *with));
        SeccompRule::new(conditions.collect::<Result<_, _>>()?)
    }
}
