/**
 * `npm run fuzz [COUNT]`: mutated commands and paths. None may throw, none may take more than 50 ms of processor time, and words added to a
 * command that was denied for a disallowed rule, an option, a path or an assignment never make it allowed. Exit 1 when one does.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Decision, decide, type Facts, type Request, sealProfile, type Writ } from "../src/engine/index.ts";
import { resolved } from "./engines/writ.ts";
import { mutate } from "./mutate.ts";
import { pick, randomFrom } from "./random.ts";

const MAX_MILLISECONDS = 50;
const STICKY = new Set(["command-disallowed", "command-option", "command-assignment", "path-outside", "path-blocked", "path-protected"]);
const MORE_WORDS = [
	"x",
	"--",
	"-",
	"--help",
	"-n",
	"--list",
	"src/a.ts",
	"'a b'",
	"--no-pager",
	"-q",
	"--version",
	"HEAD",
	"2>/dev/null",
	"--dry-run",
	"| cat",
	"&& true",
];
const OPERATIONS = ["read", "write", "create", "delete", "rename", "symlink", "hardlink"] as const;

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.env.WRIT_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const commands = corpus("bash.jsonl").map((row) => ({ text: row.command ?? "", writ: commandWrit(row) }));
const paths = corpus("paths.jsonl").map((row) => (row.path ?? "").replaceAll("{T}", "/ws"));
const pathWrit = seal({
	tools: { allowed: null },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace/out"], blocked_paths: ["**/.env", "**/*.pem"] },
});

const failures: string[] = [];
const counts = { allow: 0, deny: 0, ask: 0, extended: 0 };
let slowest = 0;
for (let index = 0; index < count && failures.length < 20; index++) {
	if (index % 5 < 3) tryCommand();
	else tryPath();
}

console.log(
	`${count} mutated commands and paths (seed ${seed}): ${counts.allow} allowed, ${counts.ask} asked, ${counts.deny} denied; ${counts.extended} denied commands got more words; slowest ${slowest.toFixed(1)} ms`,
);
for (const failure of failures) console.log(`  FAIL ${failure}`);
if (failures.length > 0) process.exitCode = 1;

function tryCommand(): void {
	const base = pick(commands, random);
	const text = mutate(base.text, random, pick(commands, random).text);
	const facts: Facts = random() < 0.5 ? { resolve: resolved } : {};
	const decision = timed(base.writ, { kind: "command", command: text, cwd: "/ws" }, facts);
	if (decision?.effect !== "deny" || !STICKY.has(decision.reasons[0].code)) return;
	counts.extended++;
	const longer = `${text} ${pick(MORE_WORDS, random)}`;
	const second = timed(base.writ, { kind: "command", command: longer, cwd: "/ws" }, facts);
	if (second?.effect === "allow")
		failures.push(`more words made it allowed: ${JSON.stringify(text)} (${decision.reasons[0].code}) → ${JSON.stringify(longer)}`);
}

function tryPath(): void {
	const path = mutate(pick(paths, random), random, pick(paths, random));
	const roll = random();
	if (roll < 0.6) {
		const to = random() < 0.5 ? {} : { to: mutate(pick(paths, random), random, path) };
		timed(pathWrit, { kind: "path", operation: pick(OPERATIONS, random), path, ...to });
	} else if (roll < 0.9) {
		timed(pathWrit, {
			kind: "tool",
			tool: pick(["Read", "Write", "Glob", "Grep", "rename"], random),
			input: { file_path: path, path, pattern: path, source: path, destination: path },
		});
	} else {
		timed(pathWrit, { kind: "network", host: path, port: 443 });
	}
}

/** Decides, and notes what must never happen. Time is the processor's, and a slow answer is asked again: memory may have been tidied up meanwhile. */
function timed(writ: Writ, request: Request, facts: Facts = { resolve: resolved }): Decision | undefined {
	let fastest = Number.POSITIVE_INFINITY;
	let decision: Decision | undefined;
	for (let attempt = 0; attempt < 3; attempt++) {
		const started = process.threadCpuUsage();
		try {
			decision = decide(writ, request, facts);
		} catch (error) {
			failures.push(`threw ${String(error)}: ${JSON.stringify(request)}`);
			return undefined;
		}
		const { user, system } = process.threadCpuUsage(started);
		fastest = Math.min(fastest, (user + system) / 1_000);
		if (fastest <= MAX_MILLISECONDS) break;
	}
	slowest = Math.max(slowest, fastest);
	if (fastest > MAX_MILLISECONDS) failures.push(`took ${fastest.toFixed(0)} ms: ${shown(request)}`);
	// What throws inside the engine is a denial outside, and a mistake all the same.
	if (decision?.reasons[0].code === "authority-unavailable") failures.push(`${decision.reasons[0].message}: ${shown(request)}`);
	if (decision !== undefined) counts[decision.effect]++;
	return decision;
}

/** The request with repetitions drawn together, so that a line tells what it is. */
function shown(request: Request): string {
	return JSON.stringify(request)
		.replaceAll(/(.{1,12}?)\1{7,}/g, (all, piece: string) => `${piece}×${all.length / piece.length} `)
		.slice(0, 400);
}

interface Row {
	readonly command?: string;
	readonly path?: string;
	readonly policy?: readonly string[];
	readonly write?: readonly string[];
	readonly denyRead?: readonly string[];
}

function corpus(name: string): readonly Row[] {
	const text = readFileSync(join(import.meta.dirname, "../test/corpus", name), "utf8");
	return text
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
}

function commandWrit(row: Row): Writ {
	const rules = (mark: RegExp) => (row.policy ?? []).filter((rule) => mark.test(rule)).map((rule) => `Bash(${rule.replace(/^[!?]/, "")})`);
	return seal({
		tools: { allowed: rules(/^[^!?]/), disallowed: rules(/^!/), ask: rules(/^\?/) },
		filesystem: { sandbox_root: "/ws", read_paths: ["/"], write_paths: row.write ?? [], blocked_paths: row.denyRead ?? [] },
	});
}

function seal(profile: Parameters<typeof sealProfile>[0]): Writ {
	const sealed = sealProfile(profile, { agent: "fuzz", root: "/ws" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
}
