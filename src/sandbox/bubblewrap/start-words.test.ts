import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { boundsOf, lateEnvironment, limitSteps, limitWords, parseHardLimits, startWords } from "./start-words.ts";

describe("lateEnvironment", () => {
	it("[sandbox-6-late-environment] what could change a program before the command has no name until the command starts", () => {
		const environment = { HOME: "/sandbox/home", LD_PRELOAD: "/w/x.so", TOKEN: "a 'b' \"c\" $d `e`\nf" };
		const { set, steps } = lateEnvironment(environment);
		expect(Object.keys(set)).toEqual(["HOME", "WRIT_LATE_0", "WRIT_LATE_1"]);
		const words = ["-c", `${steps.join("; ")}; exec "$@"`, "sh"];
		const { LD_PRELOAD: _, ...plain } = environment;
		const seen = spawnSync("/usr/bin/sh", [...words, "/usr/bin/env", "-u", "LD_PRELOAD", "/usr/bin/env", "-0"], {
			env: set,
			encoding: "utf8",
		});
		const found = Object.fromEntries(
			seen.stdout
				.split("\0")
				.filter((line) => line !== "" && !/^(PWD|_|SHLVL|OLDPWD)=/.test(line))
				.map((line) => line.split(/=(.*)/s)),
		);
		expect(found).toEqual(plain);
		expect(words.join(" ")).not.toContain("/w/x.so");
	});

	it("a variable that is called like ours keeps its value", () => {
		const environment = { WRIT_LATE_0: "zero", WRIT_LATE_1: "one", X: "ex" };
		const { set, steps } = lateEnvironment(environment);
		const { stdout } = spawnSync("/usr/bin/sh", ["-c", `${steps.join("; ")}; exec /usr/bin/env`], { env: set, encoding: "utf8" });
		for (const [name, value] of Object.entries(environment)) expect(stdout.split("\n")).toContain(`${name}=${value}`);
	});

	it("where nothing could, there is nothing to do", () => {
		const environment = { HOME: "/", PATH: "/usr/bin", LANG: "C", HTTPS_PROXY: "http://127.0.0.1:1", WRIT_AGENT_ID: "a" };
		expect(lateEnvironment(environment)).toEqual({ set: environment, steps: [] });
	});
});

const LIMITS = { processes: 128, memoryMb: 2048, fileSizeMb: 10, totalSizeMb: 50, runtimeSeconds: 60, openFiles: 1024 };

describe("limitWords", () => {
	it("[sandbox-9-prlimit] processes, memory, file size, open files and core are set, soft and hard alike", () => {
		expect(limitWords(boundsOf(LIMITS, new Map()))).toEqual([
			"/usr/bin/prlimit",
			"--nproc=129:129",
			"--data=2147483648:2147483648",
			"--fsize=10485760:10485760",
			"--nofile=1024:1024",
			"--core=0:0",
			"--",
		]);
	});

	it("a limit of null is not set, and 0 is 0", () => {
		expect(limitWords(boundsOf({ ...LIMITS, processes: null, memoryMb: null, fileSizeMb: 0 }, new Map()))).toEqual([
			"/usr/bin/prlimit",
			"--fsize=0:0",
			"--nofile=1024:1024",
			"--core=0:0",
			"--",
		]);
	});

	it("a limit above what the caller itself has is lowered to it, because it could not be set", () => {
		const hard = parseHardLimits(
			"Limit  Soft Limit  Hard Limit  Units\nMax open files            256        512        files     \nMax processes   unlimited            unlimited            processes \n",
		);
		const words = limitWords(boundsOf(LIMITS, hard));
		expect(words).toContain("--nofile=512:512");
		expect(words).toContain("--nproc=129:129");
	});
});

describe("limitSteps", () => {
	it("[sandbox-9-shell-limits] a shell that is known sets the same limits as prlimit, without another program", () => {
		const bounds = boundsOf({ ...LIMITS, processes: 4000, fileSizeMb: 0.5, openFiles: 64 }, new Map());
		for (const path of ["/usr/bin/dash", "/usr/bin/bash"]) {
			const steps = limitSteps(bounds, basename(realpathSync(path)));
			const script = `${steps?.join(" && ")} && exec cat /proc/self/limits`;
			const { stdout } = spawnSync(path, ["-c", script], { argv0: "sh", encoding: "utf8" });
			const seen = ["Max processes", "Max data size", "Max file size", "Max open files", "Max core file size"].map((name) =>
				stdout
					.split("\n")
					.find((line) => line.startsWith(name))
					?.slice(name.length)
					.trim()
					.split(/\s+/)
					.slice(0, 2),
			);
			expect(seen).toEqual(bounds.map(({ value }) => [`${value}`, `${value}`]));
		}
	});

	it("a shell that is not known sets none", () => {
		expect(limitSteps(boundsOf(LIMITS, new Map()), "busybox")).toBeNull();
	});
});

const START = {
	gate: 3,
	bounds: [{ limit: "nofile", value: 64 }],
	shell: "dash",
	steps: ["export A=b"],
	command: ["make", "all"],
} as const;

describe("startWords", () => {
	it("[sandbox-4-gate-words] limits come before the gate, names of variables after it, and the line is closed to the command", () => {
		expect(startWords(START)).toEqual([
			"/proc/1/sh",
			"-c",
			'ulimit -n 64 && read -r go <&3 || { echo >&3; exit 1; }; export A=b; command -v -- "$1" >/dev/null || { printf \'writ: %s: not found\\n\' "$1" >&2; exit 127; }; exec "$@" 3<&-',
			"writ",
			"make",
			"all",
		]);
		expect(startWords({ ...START, command: ["./make"] })[2]).not.toContain("not found");
	});

	it("where the shell is unknown, or the command looks like an option of it, the limits are set by a program", () => {
		expect(startWords({ ...START, shell: "busybox" }).slice(3)).toEqual([
			"writ",
			"/usr/bin/prlimit",
			"--nofile=64:64",
			"--",
			"/usr/bin/sh",
			"-c",
			'export A=b; exec "$@"',
			"writ",
			"make",
			"all",
		]);
		expect(startWords({ ...START, command: ["-x"], steps: [] }).slice(3)).toEqual([
			"writ",
			"/usr/bin/prlimit",
			"--nofile=64:64",
			"--",
			"-x",
		]);
	});

	it("[sandbox-6-late-after-limits] the program that sets the limits does not find the late variables", () => {
		const words = startWords({ ...START, command: ["-x"] });
		expect(words[2]).not.toContain("export");
		expect(words.indexOf("--")).toBeLessThan(words.indexOf('export A=b; exec /usr/bin/env -- "$@"'));
	});
});
