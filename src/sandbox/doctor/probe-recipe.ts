import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startSandboxed } from "../bubblewrap/start-sandboxed.ts";
import type { SandboxPlan } from "../plan/sandbox-plan.ts";
import { recipeCure, type SystemFacts } from "./cures.ts";
import type { Probe } from "./machine-report.ts";

const FILTER_CURE = "Start a kernel that has CONFIG_SECCOMP_FILTER; those of all distributions do.";
const LATER = "Install bubblewrap 0.11 or newer.";

/** Builds the real sandbox, once by descriptors and if that fails by paths, and looks around in it. */
export async function probeRecipe(folder: string, bwrap: string, system: SystemFacts): Promise<readonly Probe[]> {
	writeFileSync(join(folder, "found"), "");
	const byDescriptor = await lookAround(folder, bwrap, true);
	const seen = byDescriptor.ok ? byDescriptor : await lookAround(folder, bwrap, false);
	const filtered = /^Seccomp:\t2$/m.test(seen.said) && /^NoNewPrivs:\t1$/m.test(seen.said);
	const typed = /^tiocsti (\d+)$/m.exec(seen.said)?.[1];
	return [
		{
			name: "recipe",
			ok: seen.ok,
			detail: seen.ok ? "a sandbox was built and entered" : seen.why,
			cure: seen.ok ? null : recipeCure(system),
		},
		{
			name: "seccomp",
			ok: filtered,
			detail: filtered ? "the filter of system calls is loaded" : "the filter could not be loaded",
			cure: filtered || !seen.ok ? null : FILTER_CURE,
		},
		typedInto(typed, filtered),
		{
			name: "fd-binds",
			ok: byDescriptor.ok,
			detail: byDescriptor.ok ? "directories are bound by descriptor" : "directories can only be bound by path",
			cure: byDescriptor.ok ? null : LATER,
		},
	];
}

/** `typed` is the number of the error: 1 (EPERM) comes from the filter, 25 (ENOTTY) from a kernel that looked for a terminal. */
function typedInto(typed: string | undefined, filtered: boolean): Probe {
	if (typed === undefined)
		return { name: "tiocsti", ok: filtered, detail: "not tried, for want of perl; the filter refuses it", cure: null };
	const ok = typed === "1";
	return {
		name: "tiocsti",
		ok,
		detail: ok ? "typing into a terminal is refused" : `typing into a terminal is not refused (${typed})`,
		cure: null,
	};
}

interface Seen {
	readonly ok: boolean;
	readonly said: string;
	readonly why: string;
}

const TYPE = `my $key = "x"; ioctl(STDIN, 0x5412, $key) or print "tiocsti ", $! + 0, "\\n"`;
const LOOK = `test -e found && cat /proc/self/status && { test ! -x /usr/bin/perl || /usr/bin/perl -e '${TYPE}'; }`;

async function lookAround(folder: string, bwrap: string, bindsDescriptors: boolean): Promise<Seen> {
	const started = startSandboxed(planFor(folder), ["/bin/sh", "-c", LOOK], {
		stdio: ["ignore", "pipe", "pipe"],
		environment: {},
		bwrap,
		bindsDescriptors,
	});
	if (!started.ok) return { ok: false, said: "", why: started.message };
	const words = [started.stdout, started.stderr].map((stream) => (stream === null ? "" : text(stream)));
	const [outcome, said = "", why = ""] = await Promise.all([started.outcome, ...words]);
	if (!outcome.ok) return { ok: false, said, why: why.trim() || outcome.message };
	return { ok: outcome.exitCode === 0, said, why: why.trim() };
}

function planFor(folder: string): SandboxPlan {
	const place = { source: folder, target: "/sandbox/workspace", writable: true };
	return {
		agent: "doctor",
		mode: "isolated",
		level: "L3",
		mounts: [{ kind: "bind", ...place }],
		links: [],
		readOnly: [],
		masks: [],
		workspace: { ...place, managed: true },
		workdir: place.target,
		environment: { set: { PATH: "/usr/bin:/bin" }, pass: [] },
		network: { allow: false, unixSockets: false, proxyPort: null },
		limits: { processes: 16, memoryMb: 512, fileSizeMb: 1, totalSizeMb: null, runtimeSeconds: 10, openFiles: 256 },
		quota: "soft",
		coarse: [],
		missing: [],
	};
}
