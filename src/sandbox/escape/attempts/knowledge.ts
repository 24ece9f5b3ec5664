import { type Attempt, shell } from "../attempt.ts";

/** What a process learns about the machine and may not use: the kernel tells it, and no mount or filter can keep it back. */
export const KNOWLEDGE: readonly Attempt[] = [
	shell(
		"knowledge",
		"mount-sources",
		"learns where on the host its directories lie",
		'grep -q "$BASE" /proc/self/mountinfo && echo escaped',
		{
			known: "mountinfo names the host's paths of what is bound; they are names only, and lead nowhere inside",
		},
	),
	shell("knowledge", "kernel-version", "learns which kernel runs", "uname -r >/dev/null && echo escaped", {
		known: "the kernel is shared, and tells its version to everyone",
	}),
	shell(
		"knowledge",
		"machine-load",
		"learns how much memory the machine has and how busy it is",
		"cat /proc/meminfo /proc/loadavg >/dev/null && echo escaped",
		{
			known: "figures of the whole machine in /proc: a side channel",
		},
	),
];
