const levels = (id: string, behaviour: string) => ({ id, source: "sandbox.md §10", behaviour });

/** What `writ doctor` must do. */
export const DOCTOR_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	levels("doctor-json", "--json says everything: level, every probe with its cure, what is missing, the key of the report"),
	levels("doctor-exit", "exit 0 at L3 or better, 3 otherwise"),
	levels("doctor-text", "a person reads the level, what was tried, what is missing, and the exact cure"),
	levels("doctor-needed", "each probe says whether level 3 depends on it"),
	levels("doctor-at-once", "where bwrap is missing, `writ doctor` and `writ run` end as soon as they have answered"),
	levels("doctor-agrees", "doctor and run look for the same bwrap, and both say when root is not mapped, with that cure"),
	levels("doctor-key", "a report has a key that stays the same for as long as it may be kept"),
];
