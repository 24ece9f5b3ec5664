import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installCure, namespaceCure, readSystemFacts, type SystemFacts } from "./cures.ts";
import { levelOfProbes } from "./level-of-probes.ts";
import type { MachineReport, Probe, ProbeName } from "./machine-report.ts";
import { probeCgroup } from "./probe-cgroup.ts";
import { probeLandlock } from "./probe-landlock.ts";
import { probeMountTargets } from "./probe-mount-targets.ts";
import { probeRecipe } from "./probe-recipe.ts";
import { runProgram } from "./run-program.ts";

/** Where the doctor looks; tests point it elsewhere. */
export interface ProbeOptions {
	readonly bwrap?: string;
	readonly prlimit?: string;
}

/** Where the two programs are that the sandbox needs. */
export const DEFAULT_PROGRAMS = { bwrap: "/usr/bin/bwrap", prlimit: "/usr/bin/prlimit" } as const;

/** Tries out, on this machine and now, what the sandbox needs, and says how strongly a process can be confined. */
export async function probeMachine(options: ProbeOptions = {}): Promise<MachineReport> {
	const { bwrap, prlimit } = { ...DEFAULT_PROGRAMS, ...options };
	if (process.platform !== "linux") return levelOfProbes([], process.platform);
	const system = readSystemFacts();
	const folder = probeFolder();
	try {
		const programs = await Promise.all([
			probeProgram("bubblewrap", bwrap, installCure(system, "bubblewrap")),
			probeProgram("prlimit", prlimit, installCure(system, "prlimit")),
		]);
		const others = await Promise.all([probeCgroup(), probeLandlock()]);
		if (!programs.every(({ ok }) => ok)) return levelOfProbes([...programs, ...NOT_TRIED, ...others], process.platform);
		const tried = await Promise.all([
			probeNamespaces("namespaces", bwrap, [], system),
			probeNamespaces("userns", bwrap, ["--disable-userns", "--assert-userns-disabled"], system),
			probeRecipe(folder, bwrap, system),
			probeMountTargets(folder, bwrap),
		]);
		return levelOfProbes([...programs, ...tried.flat(), ...others], process.platform);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

const NEED_PROGRAMS = ["namespaces", "userns", "recipe", "seccomp", "tiocsti", "fd-binds", "mount-targets"] as const;
const NOT_TRIED = NEED_PROGRAMS.map((name): Probe => ({ name, ok: false, detail: "not tried, for want of a program", cure: null }));

/** A directory for the probes, owned by the user as whom they run. */
function probeFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-doctor-")));
	chmodSync(folder, 0o700);
	try {
		if (process.getuid?.() === 0) chownSync(folder, 65534, 65534);
	} catch {
		// A container that knows no other user: the probes say that nothing can be run as one.
	}
	return folder;
}

async function probeProgram(name: ProbeName, path: string, cure: string): Promise<Probe> {
	const { ok, output, complaints } = await runProgram(path, ["--version"]);
	return {
		name,
		ok,
		detail: ok ? output.trim() : complaints.trim() || `${path} does not run`,
		cure: ok ? null : isAlone(complaints) ? ALONE : cure,
	};
}

const ALONE = "Run writ as an ordinary user, or where the user nobody (65534) exists: nothing is confined as root.";

/** Root that cannot become anybody else, as in a container with one user. */
function isAlone(complaints: string): boolean {
	return process.getuid?.() === 0 && /\((EINVAL|EPERM)\)/.test(complaints);
}

async function probeNamespaces(name: ProbeName, bwrap: string, further: readonly string[], system: SystemFacts): Promise<Probe> {
	const words = ["--unshare-all", "--unshare-user", ...further, "--ro-bind", "/", "/", "--proc", "/proc", "--", "/usr/bin/true"];
	const { ok, complaints } = await runProgram(bwrap, words);
	const detail = ok ? "an unprivileged user gets namespaces of its own" : complaints.trim();
	return {
		name,
		ok,
		detail: name === "userns" && ok ? "and can be kept from making further ones" : detail,
		cure: ok ? null : namespaceCure(system),
	};
}
