import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealNamed } from "../../src/cli/words/subject.ts";
import { shippedCatalog } from "../../src/definitions/index.ts";
import { decideAfresh } from "../../src/engine/decide/decide.ts";
import { type Decision, decide, explain, type Facts, type Profile, type Request, sealProfile, type Writ } from "../../src/engine/index.ts";
import { realDisk } from "../../src/platform/index.ts";
import { garbage, hostileTexts, SHARE } from "./hostile-texts.ts";

/** What a decision may take at most, in time of a core that does nothing else. */
const MOST_MILLISECONDS = 50;

/** How much longer the same work takes here: who shares a core, or the caches of one, does less in a millisecond of its own time too. */
function crowd(): number {
	const running = Number(readFileSync("/proc/loadavg", "utf8").match(/(\d+)\//)?.[1] ?? 1);
	return Math.min(3, Math.max(1, loadavg()[0] ?? 1, running));
}
/** `explain` decides, takes every step again, judges the parts one by one, and tries what would help; under each writ of a chain. */
const MOST_TO_EXPLAIN = 8 * MOST_MILLISECONDS;

/** Nearly everything is allowed, and a few rules forbid or ask: then every word counts. */
const ANYTHING: Profile = {
	tools: {
		allowed: null,
		disallowed: ["Bash(git push:*)", "Bash(rm -rf *)", "Bash(*sudo*)", "Bash(curl * -o *)"],
		ask: ["Bash(git commit:*)", "Bash(npm * publish)", "Bash(* --force)"],
	},
	filesystem: { sandbox_root: "/", read_paths: ["./workspace"], write_paths: ["./workspace"] },
};

interface Situation {
	readonly name: string;
	readonly writ: Writ;
	readonly facts: Facts;
}

let top = "";
let situations: readonly Situation[] = [];

beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-bad-input-")));
	for (let directory = 0; directory < 40; directory++) {
		mkdirSync(join(top, `d${directory}`));
		for (let file = 0; file < 45; file++) writeFileSync(join(top, `d${directory}/f${file}.ts`), "x");
	}
	for (let file = 0; file < 200; file++) writeFileSync(join(top, `f${file}.txt`), "x");
	// As `writ decide` has them.
	const facts: Facts = { ...realDisk, catalog: shippedCatalog, confined: false };
	const anything = sealed(ANYTHING, top);
	situations = [
		{ name: "read-only", writ: named("read-only"), facts },
		{ name: "write", writ: named("write"), facts },
		{ name: "anything", writ: anything, facts },
		{ name: "a chain of three", writ: named("write"), facts: { ...facts, lineage: [anything, named("trusted")] } },
	];
	for (const situation of situations)
		for (let round = 0; round < 20; round++) for (const text of ["ls -la", "rg x src", "cat *.txt"]) answer(situation, text);
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

function named(word: string): Writ {
	const holder = { agent: "me", parent: null, children: [], root: top };
	const outcome = sealNamed({ word }, shippedCatalog, holder, top);
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
	return outcome.writ;
}

function sealed(profile: Profile, root = "/ws"): Writ {
	const outcome = sealProfile(profile, { agent: "me", root, ...(root === top ? realDisk : {}) });
	if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems).slice(0, 500));
	return outcome.writ;
}

const command = (text: string): Request => ({ kind: "command", command: text });

function answer({ writ, facts }: Situation, text: string): Decision {
	return decide(writ, command(text), facts);
}

/** How long something takes on the processor, at best of a few times: memory may have been tidied up meanwhile, and the machine is shared. */
function cost<T>(most: number, once: () => T, again: () => T = once): { readonly milliseconds: number; readonly value: T } {
	let best = Number.POSITIVE_INFINITY;
	let value: T | undefined;
	for (let attempt = 0; attempt < 5 && best > most; attempt++) {
		const started = process.cpuUsage();
		const found = attempt === 0 ? once() : again();
		value ??= found;
		const { user, system } = process.cpuUsage(started);
		best = Math.min(best, (user + system) / 1_000);
	}
	if (value === undefined) throw new Error("nothing was measured");
	return { milliseconds: best, value };
}

/** What is wrong with an answer to garbage; `null` = nothing. */
function fault({ effect, reasons: [{ code, message }] }: Decision, text: string, isGarbage: boolean): string | null {
	if (isGarbage && effect === "allow") return "allowed";
	// What throws inside the engine is a denial outside, and a mistake all the same.
	if (code === "authority-unavailable") return message;
	if (message === "" || message.length > 3_000) return `a message of ${message.length} characters`;
	return Buffer.byteLength(text) > 64 * 1024 && code !== "command-unparsable" ? `longer than 64 KiB, and ${code}` : null;
}

describe("a command of bad faith", () => {
	it("[bad-input-bounded] [bad-input-answer] [bad-input-readable] is answered in time, clearly, and never allowed unless bash can read it", () => {
		const faults: string[] = [];
		const allowed = new Set<string>();
		for (const [at, { name, text }] of hostileTexts().entries()) {
			// Each text meets one of them; neighbours are of one kind and meet the others.
			const situation = situations[at % situations.length];
			if (situation === undefined) break;
			const { writ, facts } = situation;
			const { milliseconds, value } = cost(
				MOST_MILLISECONDS,
				() => decide(writ, command(text), facts),
				() => decideAfresh(writ, command(text), facts),
			);
			if (milliseconds > MOST_MILLISECONDS * crowd()) faults.push(`${situation.name}: ${name} took ${milliseconds.toFixed(0)} ms`);
			const wrong = fault(value, text, false);
			if (wrong !== null) faults.push(`${situation.name}: ${name}: ${wrong}`);
			if (value.effect === "allow") allowed.add(text);
		}
		expect([...faults, ...unreadable([...allowed].filter((_, at) => at % SHARE === 0))]).toEqual([]);
	}, 300_000);

	it("[bad-input-answer] is denied or asked about under every profile where it is plainly garbage", () => {
		const faults: string[] = [];
		for (const { name, text } of garbage()) {
			for (const situation of situations) {
				const wrong = fault(answer(situation, text), text, true);
				if (wrong !== null) faults.push(`${situation.name}: ${name}: ${wrong}`);
			}
		}
		expect(faults).toEqual([]);
	}, 120_000);

	it("[bad-input-explain] is explained in a few decisions' time", () => {
		const faults: string[] = [];
		const texts = hostileTexts();
		for (let at = 0; at < texts.length; at += 47) {
			const { name, text } = texts[at] ?? { name: "", text: "" };
			const { writ, facts } = situations[at % situations.length] ?? { writ: named("write"), facts: {} };
			const { milliseconds } = cost(MOST_TO_EXPLAIN, () => explain(writ, command(text), facts).text);
			if (milliseconds > MOST_TO_EXPLAIN * crowd()) faults.push(`${name} took ${milliseconds.toFixed(0)} ms`);
		}
		expect(faults).toEqual([]);
	}, 120_000);
});

/** The texts that bash does not read, warns of, or that hold more than is ever allowed. */
function unreadable(texts: readonly string[]): readonly string[] {
	const wrong = texts.filter((text) => {
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
		if (Buffer.byteLength(text) > 64 * 1024 || /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Cs}]/u.test(text)) return true;
		const { status, stderr } = spawnSync("bash", ["-n"], { input: text, encoding: "utf8" });
		return status !== 0 || stderr !== "";
	});
	return wrong.map((text) => `bash cannot read what was allowed: ${text.slice(0, 200)}`);
}

describe("a rule of bad faith", () => {
	const many = (rule: (at: number) => string, count = 10_000) => Array.from({ length: count }, (_, at) => rule(at));
	const lone = `Bash(${"* ".repeat(2_000).trim()})`;
	const words = `Bash(x${" * a".repeat(900)})`;
	const letters = `Bash(x ${"*a".repeat(2_000)})`;
	const rules: Readonly<Record<string, readonly string[]>> = {
		"4,000 characters of stars": [lone],
		"a star between 900 words": [words],
		"2,000 stars in a word": [letters],
		"20 rules of 900 stars": many((at) => `Bash(x${" * a".repeat(900)} b${at})`, 20),
		"10,000 rules for a program": many((at) => `Bash(x a${at}:*)`),
		"10,000 rules with stars": many((at) => `Bash(x * a${at} *)`),
		"10,000 programs": many((at) => `Bash(x${at}:*)`),
		"10,000 programs with stars": many((at) => `Bash(*${at}* b)`),
		"10,000 rules for git": many((at) => `Bash(git * --o${at} *)`),
		"an empty word": ["Bash(x '')"],
	};
	const commands: Readonly<Record<string, string>> = {
		"900 words": `x ${"a ".repeat(900)}`,
		"998 words and another": `x ${"a ".repeat(998)}b`,
		"900 commands": "x a; ".repeat(900),
		"900 different commands": Array.from({ length: 900 }, (_, at) => `x a${at} b`).join("; "),
		"900 git commands": "git push b; ".repeat(900),
		"a word of 60 KiB": `x ${"a".repeat(60_000)}`,
		"60 words of 1,000 letters": `x ${`${"a".repeat(1_000)} `.repeat(60)}`,
		"900 unknown words": `x ${'"$y" '.repeat(900)}`,
		"what is not understood": `x $(y) \`z\` ${"a ".repeat(5_000)}`,
		"something unknown in it": "python3 -c 'x' a",
	};

	for (const [name, list] of Object.entries(rules)) {
		it(`[bad-input-rules] [bad-input-explain] ${name}: no command takes longer`, () => {
			const faults: string[] = [];
			const files = { read_paths: ["./workspace"], write_paths: ["./workspace"] };
			const profiles: readonly Profile[] = [
				{ tools: { allowed: list }, filesystem: files },
				{ tools: { allowed: null, disallowed: list, ask: list }, filesystem: files },
			];
			for (const [at, profile] of profiles.entries()) {
				const writ = sealed(profile);
				decide(writ, command("x"));
				for (const [what, text] of Object.entries(commands)) {
					const decided = cost(MOST_MILLISECONDS, () => decide(writ, command(text)));
					const explained = cost(MOST_TO_EXPLAIN, () => explain(writ, command(text)).decision);
					if (decided.milliseconds > MOST_MILLISECONDS * crowd()) faults.push(`${at} ${what}: ${decided.milliseconds.toFixed(0)} ms`);
					if (explained.milliseconds > MOST_TO_EXPLAIN * crowd())
						faults.push(`${at} explain ${what}: ${explained.milliseconds.toFixed(0)} ms`);
					if (decided.value.reasons[0].code === "authority-unavailable") faults.push(`${at} ${what}: ${decided.value.reasons[0].message}`);
				}
			}
			expect(faults).toEqual([]);
		}, 60_000);
	}
});

describe("a long command of good faith", () => {
	it("[bad-input-honest] is decided by its parts", () => {
		const write = situations[1];
		if (write === undefined) throw new Error("no situation");
		const prose = "All happy families are alike; each unhappy family (they say) is <unhappy> in its own way, 'so to speak'.\n";
		const say = (text: string) => `${answer(write, text).effect} ${answer(write, text).reasons[0].code}`;
		expect(say(`cat > notes.md <<'END'\n${"one two\n".repeat(7_000)}END\n`)).toBe("allow granted");
		expect(say(`cat > notes.md <<'END'\n${"1 2 3 4 5 6 7 8 9\n".repeat(3_000)}END\ncat > more.md <<END\n${"a\n".repeat(2_000)}END\n`)).toBe(
			"allow granted",
		);
		expect(say(`cat > notes.md <<'END'\n${prose.repeat(500)}END\n`)).toBe("allow granted");
		expect(say("ls d1; ".repeat(100))).toBe("allow granted");
		expect(say(`cat ${Array.from({ length: 400 }, (_, at) => `d${at % 40}/f${at % 45}.ts`).join(" ")}`)).toBe("allow granted");
		expect(say("cat d*/*.ts | wc -l")).toBe("allow granted");
		expect(say("for d in d1 d2 d3; do (cd $d && ls *.ts); done")).toBe("allow granted");
		expect(say('for f in *.txt; do cat "$f"; done')).toMatch(/^ask/);
	});
});
