import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Box, openBox } from "../../bench/differential/box.ts";
import { factsWith } from "../../bench/differential/fixture.ts";
import { enumerate } from "../../bench/differential/grammar/enumerate.ts";
import { OUTSIDE, ROWS, type Row } from "../../bench/differential/grammar/rows.ts";
import { writeText } from "../../bench/differential/grammar/text.ts";
import { allows, judgeEvents } from "../../bench/differential/oracle.ts";
import { judgeParts, listen } from "../../bench/differential/parts.ts";
import { POLICIES, type Policy } from "../../bench/differential/policies.ts";
import { shrink } from "../../bench/differential/shrink.ts";
import { type FileEvent, lineReader, readTrace, type TraceEvent } from "../../bench/differential/trace.ts";
import { randomFrom } from "../../bench/random.ts";
import { dynamicArgument, type JudgedPart, staticArgument } from "../../src/engine/commands/index.ts";
import { decide } from "../../src/engine/index.ts";

const policy = (name: string): Policy => {
	const found = POLICIES.find((each) => each.name === name);
	if (found === undefined) throw new Error(`no policy ${name}`);
	return found;
};

function eventsOf(lines: readonly string[]): readonly TraceEvent[] {
	const read = lineReader();
	const parsed = lines.flatMap((line) => read(line) ?? []);
	return readTrace(parsed, { first: 100, firstInside: 2, skip: 1, cwd: "/ws", follow: (path) => path });
}

const START = '100 execve("/programs/bash", ["bash", "-c", "x"], ["A=1"]) = 0';

describe("the trace", () => {
	it("[shell-7-trace] words come back as the program got them, with blanks, quotes, escapes and other scripts", () => {
		const events = eventsOf([
			START,
			'100 execve("/programs/ls", ["ls", "a b", "q\\"\\\\", "\\344\\270\\255", "x\\ty", "], ["], ["A=1", "B=2"]) = 0',
		]);
		expect(events).toEqual([
			{ kind: "run", path: "/programs/ls", words: ["ls", "a b", 'q"\\', "中", "x\ty", "], ["], environment: ["A=1", "B=2"], cwd: "/ws" },
		]);
	});

	it("[shell-7-trace] a process starts where its maker stood, also when its own lines come first", () => {
		const events = eventsOf([
			START,
			'100 chdir("sub") = 0',
			"100 clone(child_stack=NULL, flags=SIGCHLD <unfinished ...>",
			'101 execve("./ls", ["./ls"], []) = 0',
			"101 +++ exited with 0 +++",
			"100 <... clone resumed>, child_tidptr=0x7) = 3",
			'100 chdir("/") = 0',
			"100 clone(child_stack=NULL, flags=SIGCHLD) = 4",
			'102 execve("/programs/id", ["id"], []) = 0',
			"102 +++ exited with 0 +++",
		]);
		expect(events.map((event) => [event.kind, event.path, event.cwd])).toEqual([
			["enter", "/ws/sub", "/ws/sub"],
			["run", "/ws/sub/ls", "/ws/sub"],
			["enter", "/", "/"],
			["run", "/programs/id", "/"],
		]);
	});

	it("[shell-7-trace] numbers of processes that start again from below still find their makers", () => {
		const read = lineReader();
		const lines = [
			'32760 execve("/programs/bash", ["bash"], []) = 0',
			'32760 chdir("/tmp") = 0',
			"32760 clone(flags=SIGCHLD) = 3",
			'301 execve("/programs/id", ["id"], []) = 0',
		].flatMap((line) => read(line) ?? []);
		const events = readTrace(lines, { first: 32_760, firstInside: 2, skip: 1, cwd: "/ws", follow: (path) => path });
		expect(events.find(({ kind }) => kind === "run")?.cwd).toBe("/tmp");
	});

	it("[shell-7-trace] a file is where the kernel found it, and reading, listing, writing and deleting are told apart", () => {
		const events = eventsOf([
			START,
			'100 openat(AT_FDCWD</ws>, "l/key", O_RDONLY) = 3</ws/sub/sub/key>',
			'100 openat(AT_FDCWD</ws>, ".", O_RDONLY|O_DIRECTORY) = 3</ws>',
			'100 openat(AT_FDCWD</ws>, "nope/x", O_WRONLY|O_CREAT, 0666) = -1 ENOENT (No such file or directory)',
			'100 unlinkat(3</ws/sub>, "a.txt", 0) = 0',
			'100 mkdir("out", 0777) = -1 EEXIST (File exists)',
			'100 openat(AT_FDCWD</ws>, "gone", O_RDONLY) = -1 ENOENT (No such file or directory)',
		]);
		expect(events.map((event) => `${event.kind} ${event.path}`)).toEqual([
			"read /ws/sub/sub/key",
			"list /ws",
			"write /ws/nope/x",
			"delete /ws/sub/a.txt",
		]);
	});
});

describe("the judge of what happened", () => {
	const ran = (words: readonly string[], path = `/programs/${words[0]}`, environment: readonly string[] = [], cwd = "/ws"): TraceEvent => ({
		kind: "run",
		path,
		words,
		environment,
		cwd,
	});
	const file = (kind: FileEvent["kind"], path: string): TraceEvent => ({
		kind,
		path,
		cwd: "/ws",
		by: "cat",
		worked: true,
	});
	const kinds = (name: string, event: TraceEvent): readonly string[] => judgeEvents(policy(name), [event], "plain").map(({ kind }) => kind);

	it("[shell-7-oracle] a program that the policy allows with these words in this place is fine", () => {
		expect(kinds("look", ran(["cat", "a.txt"]))).toEqual([]);
		expect(kinds("look", ran(["cat", "key"], "/programs/cat", [], "/ws/sub"))).toEqual([]);
	});

	it("[shell-7-oracle] a program without a rule, a blocked operand, another program of that name and a changed variable are found", () => {
		expect(kinds("look", ran(["id"]))).toEqual(["ran"]);
		expect(kinds("look", ran(["cat", "key"]))).toEqual(["ran"]);
		expect(kinds("look", ran(["ls"], "/ws/bin/ls"))).toEqual(["ran-other"]);
		expect(kinds("look-around", ran(["git-init", "status"], "/programs/git"))).toEqual(["ran"]);
		expect(kinds("look", ran(["ls"], "/programs/ls", ["LD_PRELOAD=./x.so"]))).toEqual(["ran"]);
	});

	it("[shell-7-oracle] files that are read, listed, written or deleted without a grant are found", () => {
		expect(kinds("look", file("read", "/ws/a.txt"))).toEqual([]);
		expect(kinds("look", file("read", "/ws/key"))).toEqual(["read"]);
		expect(kinds("look-around", file("list", "/ws/sub/sub"))).toEqual(["listed"]);
		expect(kinds("look-around", file("write", "/ws/out/x"))).toEqual([]);
		expect(kinds("look-around", file("write", "/ws/OUT"))).toEqual(["wrote"]);
		expect(kinds("write", file("delete", "/ws/a.txt"))).toEqual(["deleted"]);
	});

	it("[shell-7-oracle] what is not one of the parts that the engine judged is found", () => {
		const parts: readonly JudgedPart[] = [
			{ kind: "command", words: [staticArgument("cat"), dynamicArgument('"$x"')], directories: ["/ws", "/ws/sub"] },
			{ kind: "command", words: [staticArgument("echo"), dynamicArgument("$x", "", { open: true })], directories: ["/"] },
			{
				kind: "command",
				words: [staticArgument("head"), dynamicArgument("[ab]*", "", { found: ["a.txt", "b.txt"] })],
				directories: ["/ws"],
			},
			{ kind: "command", words: [staticArgument("tail"), dynamicArgument("$?", "", { digits: true })], directories: ["/ws"] },
			{ kind: "command", words: [staticArgument("wc"), dynamicArgument("…", "", { below: { starts: ["sub"] } })], directories: ["/ws"] },
			{ kind: "write", path: "out", tree: true, directories: ["/ws"] },
			{ kind: "read", path: "l/key", tree: false, directories: ["/ws"] },
			{ kind: "enter", path: "sub", tree: false, directories: ["/ws"] },
		];
		const judged = (event: TraceEvent) => judgeParts(policy("look"), parts, [event]).length === 0;
		expect(judged(ran(["cat", "x"]))).toBe(true);
		expect(judged(ran(["cat", "x", "y"]))).toBe(false);
		expect(judged(ran(["cat", "x"], "/programs/cat", [], "/"))).toBe(false);
		expect(judged(ran(["echo"], "/programs/echo", [], "/"))).toBe(true);
		expect(judged(ran(["echo", "a", "b"], "/programs/echo", [], "/"))).toBe(true);
		expect(judged(ran(["head", "b.txt"]))).toBe(true);
		expect(judged(ran(["head", "key"]))).toBe(false);
		expect(judged(ran(["tail", "12"]))).toBe(true);
		expect(judged(ran(["tail", "-f"]))).toBe(false);
		expect(judged(ran(["wc", "sub/a.txt", "sub/sub/key"]))).toBe(true);
		expect(judged(ran(["wc", "key"]))).toBe(false);
		expect(judged(ran(["id"]))).toBe(false);
		expect(judged(file("write", "/ws/out/x"))).toBe(true);
		expect(judged(file("delete", "/ws/out/x"))).toBe(true);
		expect(judged(file("write", "/ws/key"))).toBe(false);
		expect(judged(file("read", "/ws/sub/sub/key"))).toBe(true);
		expect(judged(file("read", "/ws/out/x"))).toBe(false);
		expect(judged(file("list", "/ws"))).toBe(false);
		expect(judged(file("enter", "/ws/sub"))).toBe(true);
		expect(judged(file("enter", "/ws/sub/sub"))).toBe(false);
	});

	it("[shell-7-oracle] the engine tells every part that it judged, and listening changes no answer", () => {
		const { allowed, parts, forms } = listen(policy("look-around"), "cd src && cat index.ts *.md > ../out/x", "plain");
		expect(allowed).toBe(true);
		expect(
			parts.map((part) => (part.kind === "command" ? part.words.map(({ source }) => source).join(" ") : `${part.kind} ${part.path}`)),
		).toEqual(expect.arrayContaining(["enter src", "write ../out/x", "list .", "cat index.ts *.md", "read index.ts"]));
		expect([...forms]).toEqual(expect.arrayContaining(["cd", "and", "write-file", "glob", "simple"]));
		const random = randomFrom(9);
		for (let index = 0; index < 1_000; index++) {
			const { text } = writeText(random, 0.1);
			for (const one of POLICIES) expect(listen(one, text, "plain").allowed, text).toBe(allows(one, text, "plain"));
		}
	});

	it("[shell-7-oracle] a finding is made shorter as long as it stays one", async () => {
		const holds = async (text: string) => text.includes("break") && text.includes("$x");
		expect(await shrink("x=ls; while :; do x=id; break; x=ls; done; echo a b c; $x | cat", holds)).toBe("break$x");
	});
});

describe("the sandbox", () => {
	const top = mkdtempSync(join(tmpdir(), "writ-differential-test-"));
	let box: Box;
	beforeAll(() => {
		box = openBox(join(top, "box"), undefined);
	});
	afterAll(async () => {
		await box.close();
		rmSync(top, { recursive: true, force: true });
	});
	const did = async (text: string) =>
		(await box.run(text, "plain")).events
			.filter(({ kind, path }) => kind === "run" || path.startsWith("/ws"))
			.map((event) => (event.kind === "run" ? event.words.join(" ") : `${event.kind} ${event.path}`));

	it("[shell-7-sandbox] what a text runs, reads and writes is seen, in the background too, and the next text finds the tree as it was", async () => {
		expect(await did("cd sub; (cat < key) & git log > x; wait")).toEqual(
			expect.arrayContaining(["read /ws/sub/key", "cat", "git log", "write /ws/sub/x"]),
		);
		expect(await did("[ -e sub/x ] && id")).toEqual([]);
	});

	it("[shell-7-sandbox] a text that does not end is ended, and the next one runs", async () => {
		expect((await box.run("while :; do :; done", "plain")).late).toBe(true);
		expect(await did("id")).toEqual(["id"]);
	});

	it("[shell-7-sandbox] the files of this machine and its network are out of reach", async () => {
		const server = createServer().listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const { events } = await box.run(
			`cat ${JSON.stringify(import.meta.filename)}; echo x > /usr/x; : < /dev/tcp/127.0.0.1/${port} && id`,
			"plain",
		);
		server.close();
		const reached = events.filter((event) =>
			event.kind === "run" ? event.words[0] === "id" : [import.meta.filename, "/usr/x"].includes(event.path) && event.worked,
		);
		expect(reached).toEqual([]);
	});
});

describe("the texts", () => {
	it("[shell-7-rows] the grammar writes every row of the language and every construct outside it", () => {
		const random = randomFrom(7);
		const seen = new Set<string>();
		for (let index = 0; index < 20_000; index++) {
			const { rows, outside } = writeText(random, index % 2 === 0 ? 0 : 0.3);
			for (const name of [...rows, ...outside]) seen.add(name);
		}
		const missing = [...Object.keys(ROWS), ...Object.keys(OUTSIDE)].filter((name) => !seen.has(name) && name !== "text");
		expect(missing).toEqual([]);
	});

	it("[shell-7-rows] a text that stays inside uses nothing outside", () => {
		const random = randomFrom(8);
		for (let index = 0; index < 2_000; index++) expect(writeText(random, 0).outside).toEqual([]);
	});

	it("[shell-7-exhaustive] all texts of up to three tokens are listed, none twice, with every row of the language", () => {
		const texts = [...enumerate()].map(({ text }) => text);
		expect(texts.length).toBeGreaterThan(100_000);
		expect(new Set(texts).size).toBe(texts.length);
		const rows = new Set([...enumerate()].flatMap((text) => text.rows));
		expect(Object.keys(ROWS).filter((name) => !rows.has(name as Row))).toEqual([]);
	});
});

describe("what earlier runs found", () => {
	const FACTS = factsWith([], false);
	const rows: readonly { readonly id: string; readonly policy: string; readonly command: string }[] = readFileSync(
		join(import.meta.dirname, "../corpus/differential/found.jsonl"),
		"utf8",
	)
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));

	it.each(rows)("[shell-7-regression] $id is not allowed again: $command", ({ policy: name, command }) => {
		expect(allows(policy(name), command, "plain")).toBe(false);
	});

	it("[shell-7-regression] what `ls` lists without an operand must be readable, also where a pattern that finds nothing vanishes", () => {
		const effect = (command: string, cwd: string) => decide(policy("look").writ, { kind: "command", command, cwd }, FACTS).effect;
		expect(effect("ls", "/ws/sub")).toBe("allow");
		expect(effect("ls", "/outside")).toBe("deny");
		expect(effect("ls -la", "/outside")).toBe("deny");
		expect(effect("ls /ws/out/*", "/outside")).toBe("deny");
	});
});

it("[shell-7-missing] without strace the run says how to get it", () => {
	const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "../../bench/differential.ts"), "10"], {
		encoding: "utf8",
		env: { PATH: "/nowhere" },
	});
	expect(status).toBe(3);
	expect(stderr).toMatch(/strace.*node scripts\/setup\.mjs --for-tests/s);
});
