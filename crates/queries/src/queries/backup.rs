// This file was generated with `cornucopia`. Do not modify.

pub mod checks;
pub mod config;
pub mod job_evidence;
pub mod job_matching;
pub mod jobs;
pub mod posture;
pub mod posture_stored;
pub mod repositories;
