import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { constants, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { HOME, layOut, putBack, ROOT, realPlace, TREES } from "./fixture.ts";
import { makePrograms, NOTHING, PROGRAMS_FOLDER } from "./programs.ts";
import { lineReader, madeProcess, makesProcess, readTrace, TRACED, type TraceEvent, type TraceLine } from "./trace.ts";

/** How the shell of a text is set up: the last word of each is what bash gets beside its own options. */
export const SURROUNDINGS = {
	plain: [],
	options: ["BASHOPTS=dotglob:nullglob:lastpipe"],
	cdpath: ["CDPATH=sub"],
	utf8: ["LC_ALL=C.UTF-8"],
	gbk: ["LC_ALL=zh_CN.GBK", "LOCPATH=/locale"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type Surroundings = keyof typeof SURROUNDINGS;

/** What became of one text. */
export interface Run {
	readonly events: readonly TraceEvent[];
	/** It had to be ended. */
	readonly late: boolean;
	/** Something of it was killed, perhaps while it made a process that nobody counted: the sandbox is not used again. */
	readonly killed: boolean;
}

/** A sandbox that runs one text after another under one tracer. */
export interface Box {
	run(text: string, surroundings: Surroundings): Promise<Run>;
	close(): Promise<void>;
}

/** How long a text may take, and what it left in the background after it. */
const TEXT_LIMIT = 1_500;
const REST_LIMIT = 200;

/** Reads a kind of surroundings and a text, each ended by a NUL, runs the text, and goes on. */
const DRIVER = `ulimit -v 2000000 -f 20000 -c 0
while IFS= read -r -d '' setting && IFS= read -r -d '' text; do
	if [ -z "$setting" ]; then bash --norc --noprofile -c "$text" </dev/null >/sink/out 2>&1
	else env $setting bash --norc --noprofile -c "$text" </dev/null >/sink/out 2>&1; fi
done`;

/** Starts a box whose files lie below `top`. */
export function openBox(top: string, locale: string | undefined): Box {
	mkdirSync(top, { recursive: true });
	makePrograms(top);
	for (const folder of ["sink", "etc"]) mkdirSync(join(top, folder), { recursive: true });
	writeFileSync(join(top, "etc/passwd"), `root:x:0:0::/root:/bin/sh\ndev:x:1000:1000::${HOME}:/bin/bash\n`);
	writeFileSync(join(top, "etc/group"), "root:x:0:\ndev:x:1000:\n");
	writeFileSync(join(top, "driver"), DRIVER);
	layOut(top, NOTHING);
	let machine = start(top, locale);
	return {
		async run(text, surroundings) {
			if (machine.ended()) machine = start(top, locale);
			const run = await machine.run(text, SURROUNDINGS[surroundings]);
			const changes = run.events.flatMap((event) =>
				(event.kind === "write" || event.kind === "delete") && event.worked && isBelow(event.path, TREES) ? [event] : [],
			);
			if (run.killed) {
				// Whatever it started may still be there: only the end of the sandbox is the end of all of it.
				await machine.end();
				layOut(top, NOTHING);
			} else if (changes.every(({ by }) => WITHOUT_LINKS.has(by)))
				putBack(
					top,
					NOTHING,
					changes.map(({ path }) => realPlace(path)),
				);
			else layOut(top, NOTHING);
			return run;
		},
		close: () => machine.close(),
	};
}

/** What these do to a file is done at the place that the trace names: they make no links, and move nothing. */
const WITHOUT_LINKS = new Set(["bash", "sh", "dash", "touch", "mkdir", "tee", "sort", "uniq"]);

/** Whether a path is one of the places or lies below it. */
export function isBelow(path: string, places: readonly string[]): boolean {
	return places.some((place) => path === place || path.startsWith(place === "/" ? "/" : `${place}/`));
}

interface Machine {
	run(text: string, setting: readonly string[]): Promise<Run>;
	ended(): boolean;
	/** Everything in it ends at once. */
	end(): Promise<void>;
	/** It ends by itself, since there is no further text. */
	close(): Promise<void>;
}

interface Current {
	readonly lines: TraceLine[];
	readonly skip: number;
	readonly finish: (run: Run) => void;
	/** The shell of the text, as the sandbox numbers it. */
	firstInside: number | undefined;
	/** Processes that live, and calls that make one and did not return yet. */
	alive: number;
	begun: number;
	late: boolean;
	killed: boolean;
	timer: NodeJS.Timeout | undefined;
}

function start(top: string, locale: string | undefined): Machine {
	const pipe = join(top, "trace");
	if (!existsSync(pipe)) spawnSync("mkfifo", [pipe]);
	const input = new Socket({ fd: openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK), readable: true, writable: false });
	const child = spawn("strace", commandLine(top, pipe, locale), { stdio: ["pipe", "ignore", "pipe"] });
	// The sandbox ends with its tracer, which would outlive us: a text may never end by itself.
	const endWithUs = (): void => void child.kill("SIGKILL");
	process.once("exit", endWithUs);
	child.once("exit", () => process.off("exit", endWithUs));
	let complaint = "";
	child.stderr.setEncoding("utf8").on("data", (text: string) => {
		complaint += text;
	});
	const read = lineReader();
	let driver: number | undefined;
	let current: Current | undefined;
	let over = false;

	const settle = (): void => {
		if (current === undefined) return;
		const { lines, firstInside, skip, finish, late, killed, timer } = current;
		clearTimeout(timer);
		current = undefined;
		const first = lines[0]?.process;
		const started = first !== undefined && firstInside !== undefined;
		finish({ events: started ? readTrace(lines, { first, firstInside, skip, cwd: ROOT, follow: realPlace }) : [], late, killed });
	};
	const take = (line: TraceLine): void => {
		// The driver is the process that starts the script of texts.
		if (driver === undefined) {
			if (line.call === "execve" && line.words.startsWith('"/usr/bin/bash"')) driver = line.process;
			return;
		}
		if (current === undefined) return;
		const made = madeProcess(line);
		if (makesProcess(line) && line.part !== "whole") current.begun += line.part === "begun" ? 1 : -1;
		if (made !== undefined) current.alive++;
		if (line.process === driver) {
			current.firstInside ??= made;
		} else {
			current.lines.push(line);
			if (line.call === "") {
				current.alive--;
				if (line.process === current.lines[0]?.process) limit(REST_LIMIT);
			}
		}
		if (current.alive === 0 && current.begun === 0 && current.firstInside !== undefined) settle();
	};
	const limit = (milliseconds: number): void => {
		if (current === undefined) return;
		clearTimeout(current.timer);
		current.timer = setTimeout(() => {
			if (current === undefined) return;
			if (milliseconds === TEXT_LIMIT) current.late = true;
			current.killed = true;
			for (const process of descendants(driver)) kill(process);
			// What still lives after that goes with the whole sandbox.
			current.timer = setTimeout(() => {
				if (current === undefined) return;
				current.late = true;
				settle();
			}, 500);
		}, milliseconds);
	};

	let rest = "";
	input.setEncoding("latin1").on("data", (text: string) => {
		const lines = (rest + text).split("\n");
		rest = lines.pop() ?? "";
		for (const line of lines) {
			const parsed = read(line);
			if (parsed !== undefined) take(parsed);
		}
	});
	const closed = new Promise<void>((finish) => {
		child.on("close", () => {
			over = true;
			input.destroy();
			if (driver === undefined && current !== undefined)
				throw new Error(`The sandbox of the differential run does not start: ${complaint.trim()}`);
			if (current !== undefined) Object.assign(current, { late: true, killed: true });
			settle();
			finish();
		});
	});
	return {
		run(text, setting) {
			return new Promise((finish) => {
				const skip = setting.length === 0 ? 1 : 2;
				current = { lines: [], skip, finish, firstInside: undefined, alive: 0, begun: 0, late: false, killed: false, timer: undefined };
				limit(TEXT_LIMIT);
				child.stdin.write(`${setting.join(" ")}\0${text}\0`);
			});
		},
		ended: () => over,
		async end() {
			endAll(child, driver);
			await closed;
		},
		async close() {
			child.stdin.end();
			const late = setTimeout(() => endAll(child, driver), 2_000);
			await closed;
			clearTimeout(late);
		},
	};
}

/** Every process below one. */
function descendants(process: number | undefined): readonly number[] {
	if (process === undefined) return [];
	try {
		const children = readFileSync(`/proc/${process}/task/${process}/children`, "utf8").split(" ").filter(Boolean).map(Number);
		return children.flatMap((child) => [child, ...descendants(child)]);
	} catch {
		return [];
	}
}

/** Ends a sandbox with everything in it: its first process takes the others with it. */
function endAll(child: ChildProcess, driver: number | undefined): void {
	if (driver !== undefined) kill(driver);
	child.kill("SIGKILL");
}

function kill(process_: number): void {
	try {
		process.kill(process_, "SIGKILL");
	} catch {
		// Gone already.
	}
}

function commandLine(top: string, pipe: string, locale: string | undefined): string[] {
	const tracer = ["-f", "-v", "-y", "-q", "-s", "140000", "--seccomp-bpf", "-e", `trace=${TRACED}`, "-e", "signal=!SIGCHLD", "-o", pipe];
	const sandbox = [
		"bwrap",
		"--unshare-all",
		"--uid",
		"1000",
		"--gid",
		"1000",
		"--as-pid-1",
		"--die-with-parent",
		"--new-session",
		"--clearenv",
	];
	const variables = ["--setenv", "PATH", PROGRAMS_FOLDER, "--setenv", "HOME", HOME, "--setenv", "USER", "dev"];
	const system = ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"];
	for (const link of ["bin", "lib", "lib64", "sbin"]) if (existsSync(`/usr/${link}`)) system.push("--symlink", `usr/${link}`, `/${link}`);
	for (const file of ["/etc/ld.so.cache", "/etc/alternatives"]) system.push("--ro-bind-try", file, file);
	const own = TREES.flatMap((tree) => ["--bind", join(top, tree), tree]);
	for (const file of ["/etc/passwd", "/etc/group", "/driver", PROGRAMS_FOLDER]) own.push("--ro-bind", join(top, file), file);
	own.push("--bind", join(top, "sink"), "/sink");
	if (locale !== undefined) own.push("--ro-bind", locale, "/locale");
	return [...tracer, ...sandbox, ...variables, ...system, ...own, "--chdir", ROOT, "/usr/bin/bash", "--norc", "--noprofile", "/driver"];
}

/** A GBK locale below `top`, or nothing where this machine cannot make one. */
export function makeLocale(top: string): string | undefined {
	const folder = join(top, "locale");
	mkdirSync(folder, { recursive: true });
	const made = spawnSync("localedef", ["-i", "zh_CN", "-f", "GBK", join(folder, "zh_CN.GBK")], { stdio: "ignore" });
	return made.status === 0 || existsSync(join(folder, "zh_CN.GBK/LC_CTYPE")) ? folder : undefined;
}
