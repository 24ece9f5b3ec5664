import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { contentInstead } from "../git/show-blocked.ts";
import { sandboxEnvironment } from "../plan/environment.ts";
import type { Cover, Mask, Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { bwrapArguments, type InsteadFile } from "./bwrap-arguments.ts";
import { descriptorTable, holdFile, inheritedDescriptors } from "./descriptors.ts";
import { hostLayout, openCopied } from "./host-layout.ts";
import type { HostUser, StartOptions } from "./start-options.ts";
import { boundsOf, hardLimits, lateEnvironment, startWords } from "./start-words.ts";
import type { Beginning } from "./supervise-sandboxed.ts";

/** What bubblewrap is to build, checked. */
export interface Building {
	readonly plan: SandboxPlan;
	readonly filter: Uint8Array;
	/** Opened sources of mounts, under their numbers in this process; none when this bubblewrap does not bind descriptors. */
	readonly sources: ReadonlyMap<Mount | Cover, number>;
	/** Words before bubblewrap, by which it reaches the sources. */
	readonly before: readonly string[];
	/** Whom bubblewrap runs as; `null` = the caller, or whom the words before it say. */
	readonly user: HostUser | null;
}

/** Starts bubblewrap, whose command waits at the gate. INVARIANT: whatever fails, no descriptor stays open. */
export function spawnBubblewrap(building: Building, command: readonly string[], options: StartOptions): Beginning {
	const inherited = inheritedDescriptors();
	const held: number[] = [];
	const keep = (descriptor: number): number => {
		held.push(descriptor);
		return descriptor;
	};
	const status = holdFile();
	try {
		const { plan, before, user } = building;
		const table = descriptorTable(options.proxy === undefined ? options.stdio : [...options.stdio, options.proxy]);
		const [built, gate] = [table.add("pipe"), table.add("pipe")];
		const host = hostLayout();
		const copied = host.configuration.flatMap(({ path, as }) => {
			const opened = as === "copy" ? openCopied(path) : null;
			return opened === null ? [] : [[path, table.add(keep(opened))]];
		});
		const descriptors = {
			built,
			seccomp: table.add(keep(holdFile(building.filter))),
			status: table.add(status),
			files: Object.fromEntries([
				...copied,
				...Object.entries(SMALL_FILES).map(([path, content]) => [path, table.add(keep(holdFile(content)))]),
			]),
			contents: insteadFiles(plan, (bytes) => keep(holdFile(bytes)), table.add),
			sources: new Map([...building.sources].map(([entry, own]) => [entry, table.add(own)] as const)),
		};
		const { set: environment, steps } = lateEnvironment(sandboxEnvironment(plan.environment, options.environment));
		const { file, line } = bwrapArguments(plan, descriptors, { host, environment });
		const list = table.add(keep(holdFile(file.map((word) => `${word}\0`).join(""))));
		const bounds = boundsOf(withMore(plan.limits, options.moreProcesses ?? 0), hardLimits());
		const bwrap = options.bwrap ?? "/usr/bin/bwrap";
		const inside = startWords({ gate, bounds, shell: host.shell, steps, command: [...(options.before ?? []), ...command] });
		const [program = bwrap, ...words] = [...before, bwrap, "--args", `${list}`, ...line, "--", ...inside];
		const child = spawn(program, words, {
			stdio: table.stdio(inherited, () => keep(openSync("/dev/null", "r+"))),
			cwd: "/",
			// SECURITY: bubblewrap's own process inside keeps the environment it was started with, for all to read.
			env: {},
			// Away from the caller's terminal, whose keys would otherwise end bubblewrap instead of reaching the command.
			detached: true,
			...user,
		});
		if (!Array.isArray(child.stdio)) throw withoutStreams(child);
		return { child, status, lines: { built: child.stdio[built], gate: child.stdio[gate] } };
	} catch (error) {
		closeSync(status);
		throw error;
	} finally {
		held.forEach(closeSync);
	}
}

/** Node gives a child no streams when no descriptor is left for them, and says so later, when nobody listens any more. */
function withoutStreams(child: ChildProcess): Error {
	child.once("error", () => {});
	return Object.assign(new Error("no descriptor is left"), { code: "EMFILE", syscall: "spawn" });
}

/** More than these cannot be opened: each takes a descriptor, and all of them memory. */
const MOST_INSTEAD = 512;
const MOST_INSTEAD_BYTES = 32 * 1024 * 1024;

/** What is read in place of masked files. Empty ones share what they are made of. */
function insteadFiles(
	{ masks }: SandboxPlan,
	hold: (bytes: Uint8Array) => number,
	add: (descriptor: number) => number,
): ReadonlyMap<Mask, InsteadFile> {
	const files = new Map<Mask, InsteadFile>();
	let empty: number | null = null;
	let left = MOST_INSTEAD_BYTES;
	for (const mask of masks) {
		const content = files.size < MOST_INSTEAD ? contentInstead(mask) : null;
		if (content === null || content.bytes.length > left) continue;
		left -= content.bytes.length;
		if (content.bytes.length === 0) empty ??= hold(content.bytes);
		const held = content.bytes.length === 0 ? empty : hold(content.bytes);
		if (held !== null) files.set(mask, { descriptor: add(held), executable: content.executable });
	}
	return files;
}

/** Small files that say who one is and nothing about the machine. */
const SMALL_FILES: Readonly<Record<string, string>> = {
	"/etc/passwd": "writ:x:1000:1000::/sandbox/home:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n",
	"/etc/group": "writ:x:1000:\nnogroup:x:65534:\n",
	"/etc/hosts": "127.0.0.1 localhost writ\n::1 localhost\n",
};

function withMore(limits: SandboxPlan["limits"], more: number): SandboxPlan["limits"] {
	return limits.processes === null ? limits : { ...limits, processes: limits.processes + more };
}
