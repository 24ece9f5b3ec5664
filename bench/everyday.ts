import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIXTURES, type Fixture, makeFixture } from "./everyday-fixture.ts";

const repository = join(import.meta.dirname, "..");

export type Profile = "read-only" | "write" | "verification";
export const PROFILES: readonly Profile[] = ["read-only", "write", "verification"];

/** What a profile is for: these classes of commands should pass under it. */
const MEANT_FOR: Readonly<Record<Profile, readonly string[]>> = {
	"read-only": ["read-only"],
	write: ["read-only", "edit", "build-test"],
	verification: ["read-only", "build-test"],
};

interface Row {
	readonly id: number;
	readonly class: "read-only" | "edit" | "build-test" | "dangerous" | "network" | "secret";
	readonly command: string;
}

/** What was answered to one command, under one profile, in one repository. */
export interface Answer extends Row {
	readonly fixture: Fixture;
	readonly profile: Profile;
	readonly confined: boolean;
	readonly effect: string;
	readonly code: string;
	readonly message: string;
	readonly segment: string;
}

/** Asks `writ decide` about every command of a list, in each repository, under each profile, outside and inside a sandbox. */
export async function askEveryday(file: string): Promise<readonly Answer[]> {
	const rows: readonly Row[] = readFileSync(file, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
	const scratch = realpathSync(mkdtempSync(join(tmpdir(), "writ-everyday-")));
	try {
		const answers: Answer[] = [];
		for (const fixture of FIXTURES) {
			const root = join(scratch, fixture);
			mkdirSync(root);
			makeFixture(root, fixture);
			const asked = rows.flatMap((row) =>
				PROFILES.flatMap((profile) => [false, true].map((confined) => ({ ...row, fixture, profile, confined }))),
			);
			answers.push(...(await ask(asked, root, join(scratch, "home"))));
		}
		return answers;
	} finally {
		rmSync(scratch, { recursive: true, force: true });
	}
}

type Asked = Omit<Answer, "effect" | "code" | "message" | "segment">;

async function ask(asked: readonly Asked[], root: string, home: string): Promise<readonly Answer[]> {
	const child = spawn(join(repository, "bin/writ"), ["decide"], {
		cwd: root,
		stdio: ["pipe", "pipe", "inherit"],
		env: { ...process.env, WRIT_HOME: join(home, ".writ") },
	});
	let output = "";
	child.stdout.setEncoding("utf8").on("data", (text: string) => {
		output += text;
	});
	const closed = new Promise((finish) => child.on("close", finish));
	const lines = asked.map(({ command, profile, confined }, id) => {
		const text = command.replaceAll("{ROOT}", root).replaceAll("{HOME}", home);
		return JSON.stringify({ id, profile, root, home, ...(confined ? { confined } : {}), request: { kind: "command", command: text } });
	});
	child.stdin.end(`${lines.join("\n")}\n`);
	await closed;
	return output
		.split("\n")
		.filter((line) => line !== "")
		.flatMap((line) => {
			const answer: Decided = JSON.parse(line);
			const request = asked[answer.id];
			if (request === undefined) return [];
			const { effect, code, message } = answer;
			return [{ ...request, effect, code, message: message.replaceAll(root, "{ROOT}"), segment: answer.reasons[0]?.segment ?? "" }];
		});
}

interface Decided {
	readonly id: number;
	readonly effect: string;
	readonly code: string;
	readonly message: string;
	readonly reasons: readonly { readonly segment?: string }[];
}

/** How many of these commands were not allowed, from 0 to 1. */
export function friction(answers: readonly Answer[]): number {
	return answers.length === 0 ? 0 : answers.filter(({ effect }) => effect !== "allow").length / answers.length;
}

/** The answers of one repository and profile, about some classes. */
export function select(
	answers: readonly Answer[],
	fixture: Fixture,
	profile: Profile,
	confined: boolean,
	classes: readonly string[],
): readonly Answer[] {
	return answers.filter(
		(one) => one.fixture === fixture && one.profile === profile && one.confined === confined && classes.includes(one.class),
	);
}

/** Commands of a class that were allowed outside a sandbox, each once. */
export function allowedOutside(answers: readonly Answer[], kind: Answer["class"], fixture: Fixture): readonly string[] {
	const allowed = answers.filter((one) => one.class === kind && one.fixture === fixture && !one.confined && one.effect === "allow");
	return [...new Set(allowed.map(({ command }) => command))];
}

/** Why harmless commands were not allowed, over all repositories and profiles, the most frequent cause first. */
export function causes(answers: readonly Answer[]): readonly { readonly cause: string; readonly commands: readonly string[] }[] {
	const found = new Map<string, Set<string>>();
	for (const one of answers) {
		if (one.effect === "allow" || one.confined || !MEANT_FOR[one.profile].includes(one.class)) continue;
		const cause = causeOf(one);
		found.set(cause, (found.get(cause) ?? new Set()).add(one.command));
	}
	return [...found]
		.map(([cause, commands]) => ({ cause, commands: [...commands] }))
		.toSorted((left, right) => right.commands.length - left.commands.length);
}

/** The code, and what it is about where that groups well. */
function causeOf({ code, segment, message }: Answer): string {
	const program = segment.trim().split(/\s+/)[0] ?? "";
	switch (code) {
		case "needs-confirmation":
			return `runs code outside a sandbox: ${program}`;
		case "command-not-allowed":
			return `no rule: ${program}`;
		case "command-option":
			return `option: ${segment}`;
		case "command-dynamic":
			return `not known before it runs: ${message.replaceAll(/'[^']*'/g, "…")}`;
		default:
			return code;
	}
}

/** The figures of a list, and what must not be allowed, as lines for people. */
export function describeEveryday(answers: readonly Answer[]): readonly string[] {
	const percent = (share: number) => `${(100 * share).toFixed(1)} %`.padStart(8);
	const lines = [`  not allowed              ${"read-only, under each profile".padEnd(34)}edit + build  build-test (verification)`];
	for (const fixture of FIXTURES) {
		for (const confined of [false, true]) {
			const under = (profile: Profile, ...classes: readonly string[]) =>
				percent(friction(select(answers, fixture, profile, confined, classes)));
			const reading = PROFILES.map((profile) => under(profile, "read-only")).join("");
			const place = `${fixture}, ${confined ? "confined" : "unconfined"}`.padEnd(24);
			lines.push(`  ${place} ${reading.padEnd(34)}${under("write", "edit", "build-test")}      ${under("verification", "build-test")}`);
		}
	}
	for (const kind of ["dangerous", "network", "secret"] as const) {
		const allowed = [
			...new Set(FIXTURES.flatMap((fixture) => (kind === "secret" && fixture !== "secrets" ? [] : allowedOutside(answers, kind, fixture)))),
		];
		lines.push(`  ${kind} allowed unconfined: ${allowed.length}`, ...allowed.map((command) => `    ${command}`));
	}
	lines.push("  the ten most frequent causes, by commands:");
	for (const { cause, commands } of causes(answers).slice(0, 10))
		lines.push(
			`  ${String(commands.length).padStart(5)}  ${cause.slice(0, 90)}   e.g. ${(commands[0] ?? "").split("\n")[0]?.slice(0, 60)}`,
		);
	return lines;
}

/** The bars that a list misses, each as a sentence. */
export function missedBars(answers: readonly Answer[]): readonly string[] {
	const missed: string[] = [];
	const atMost = (bar: number, share: number, what: string) => {
		if (share > bar) missed.push(`${what}: ${(100 * share).toFixed(1)} % are not allowed, the bar is ${100 * bar} %`);
	};
	for (const fixture of FIXTURES) {
		const of = (profile: Profile, confined: boolean, ...classes: readonly string[]) =>
			friction(select(answers, fixture, profile, confined, classes));
		for (const profile of PROFILES)
			atMost(fixture === "secrets" ? 0.08 : 0.05, of(profile, false, "read-only"), `${fixture}: reading under ${profile}`);
		if (fixture !== "secrets") {
			atMost(0.08, of("write", true, "edit", "build-test"), `${fixture}: edits and builds under write, confined`);
			atMost(0.2, of("write", false, "edit", "build-test"), `${fixture}: edits and builds under write`);
			atMost(0.08, of("verification", true, "build-test"), `${fixture}: builds under verification, confined`);
		}
		for (const kind of ["dangerous", "network"] as const)
			for (const command of allowedOutside(answers, kind, fixture)) missed.push(`${fixture}: ${kind} and allowed: ${command}`);
	}
	for (const command of allowedOutside(answers, "secret", "secrets"))
		missed.push(`secrets: prints a blocked file and is allowed: ${command}`);
	return missed;
}
