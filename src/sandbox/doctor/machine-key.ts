import { readFileSync, statSync } from "node:fs";
import { findCgroup } from "../limits/cgroups.ts";
import { readSystemFacts } from "./cures.ts";
import { DEFAULT_PROGRAMS, type ProbeOptions } from "./probe-machine.ts";

/**
 * A text of everything that a report of `probeMachine` depends on and that can be read in no time: a report may be kept for as
 * long as its key stays the same. It changes with each start of the machine. It is not a digest, because Node takes its time to read what makes one.
 */
export function machineKey(options: ProbeOptions = {}): string {
	const { bwrap, prlimit } = { ...DEFAULT_PROGRAMS, ...options };
	const { sysctls, container } = readSystemFacts();
	const facts = [
		REVISION,
		process.platform,
		process.arch,
		process.getuid?.() ?? null,
		read("/proc/sys/kernel/random/boot_id"),
		read("/proc/sys/kernel/osrelease"),
		// The profile of AppArmor or SELinux that this process lives under.
		read("/proc/self/attr/current"),
		// Filters that were laid on this process, as containers do.
		(read("/proc/self/status") ?? "").match(/^Seccomp(?:_filters)?:.*$/gm),
		sysctls,
		container,
		// Where groups can be made depends on who started this process.
		findCgroup(),
		identity(bwrap),
		identity(prlimit),
	];
	return JSON.stringify(facts);
}

/** Goes up when a probe changes what it looks at. */
const REVISION = 2;

/** A program that was replaced has another. */
function identity(program: string): string | null {
	const stats = statSync(program, { bigint: true, throwIfNoEntry: false });
	return stats === undefined ? null : [program, stats.dev, stats.ino, stats.size, stats.mode, stats.mtimeNs, stats.ctimeNs].join(":");
}

function read(path: string): string | null {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return null;
	}
}
