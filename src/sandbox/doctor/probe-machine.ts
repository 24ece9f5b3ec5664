import { spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { errorCode } from "../../platform/index.ts";
import { tryCgroup } from "../limits/cgroups.ts";
import { installCure, namespaceCure, readSystemFacts, type SystemFacts } from "./cures.ts";
import { levelOfProbes, type MachineReport, type Probe, type ProbeName } from "./machine-report.ts";
import { probeRecipe } from "./probe-recipe.ts";

/** Where the doctor looks; tests point it elsewhere. */
export interface ProbeOptions {
	readonly bwrap?: string;
	readonly prlimit?: string;
	/** A bubblewrap that is there, and belongs to nobody whom this process can tell from root. */
	readonly foreign?: string;
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
			options.foreign === undefined
				? probeProgram("bubblewrap", bwrap, installCure(system, "bubblewrap"))
				: foreignProgram(options.foreign),
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

/** Where root has no name, nothing tells a program of the system from one that somebody put there. */
function foreignProgram(path: string): Probe {
	return {
		name: "bubblewrap",
		ok: false,
		detail: `${path} is there, but root is not mapped in this user namespace, so that nobody can tell whose it is`,
		cure: "Run writ outside of this user namespace, or in one that maps root (see /proc/self/uid_map).",
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

/** Tries whether a process can be put into a control group of ours, whose limits of memory and processes hold for all in it together. */
async function probeCgroup(): Promise<Probe> {
	const ok = await tryCgroup();
	const detail = ok
		? "a process was put into a group with limits of memory and processes"
		: "no group of version 2 that passes limits of memory and processes on to us";
	return { name: "cgroup", ok, detail, cure: null };
}

/** Asks the kernel which version of Landlock it has; nothing depends on it (docs/decisions/0031). */
async function probeLandlock(): Promise<Probe> {
	const { output } = await runProgram("/usr/bin/perl", ["-e", 'print syscall(444, 0, 0, 1), " ", $! + 0']);
	const [version = "", error = ""] = output.split(" ");
	const ok = Number(version) >= 3;
	if (output === "") return { name: "landlock", ok, detail: "not tried, for want of perl", cure: null };
	return {
		name: "landlock",
		ok,
		detail: Number(version) > 0 ? `version ${version}, not used: writ has no level 2` : `this kernel has none (error ${error})`,
		cure: null,
	};
}

/** Sees whether this bubblewrap, told to mount on a path that leads through a link, makes files outside of the sandbox. */
async function probeMountTargets(folder: string, bwrap: string): Promise<Probe> {
	const [outside, workspace] = [join(folder, "outside"), join(folder, "linked")];
	for (const directory of [outside, workspace]) {
		mkdirSync(directory);
		// Whoever owns it: bubblewrap runs as nobody, when it runs at all.
		chmodSync(directory, 0o777);
	}
	// Where bubblewrap keeps the host while it builds.
	symlinkSync(`/oldroot${outside}`, join(workspace, "link"));
	const words = [
		"--unshare-user",
		"--ro-bind",
		"/usr",
		"/usr",
		"--bind",
		workspace,
		"/workspace",
		"--ro-bind",
		"/dev/null",
		"/workspace/link/planted",
	];
	await runProgram(bwrap, [...words, "--", "/usr/bin/true"]);
	const follows = existsSync(join(outside, "planted"));
	return {
		name: "mount-targets",
		ok: !follows,
		detail: follows ? "bubblewrap follows links below writable trees; writ refuses such trees before it starts" : "links are not followed",
		cure: follows ? "Install bubblewrap 0.12 or newer." : null,
	};
}

/** What a program wrote, and whether it ended well. */
interface ProgramEnd {
	readonly ok: boolean;
	readonly output: string;
	readonly complaints: string;
}

const MOST_MILLISECONDS = 10_000;

/** Runs a program for a probe, never as root, and for ten seconds at most; one that is not there did not end well. */
async function runProgram(program: string, words: readonly string[]): Promise<ProgramEnd> {
	let failure = "";
	try {
		const child = spawn(program, words, {
			stdio: ["ignore", "pipe", "pipe"],
			env: { PATH: "/usr/bin:/bin", LANG: "C" },
			cwd: "/",
			...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
		});
		// Not spawn's own: that keeps this process waiting when there was nothing to start.
		const late = setTimeout(() => child.kill("SIGKILL"), MOST_MILLISECONDS);
		const ended = new Promise<boolean>((resolve) => {
			child.once("error", (error) => {
				failure = `${program} cannot be started (${errorCode(error)})`;
				resolve(false);
			});
			child.once("close", (code) => resolve(code === 0));
		});
		const [ok, output, complaints] = await Promise.all([ended, text(child.stdout), text(child.stderr)]).finally(() => clearTimeout(late));
		return { ok, output, complaints: failure || complaints };
	} catch (error) {
		return { ok: false, output: "", complaints: `${program} cannot be started (${errorCode(error)})` };
	}
}
