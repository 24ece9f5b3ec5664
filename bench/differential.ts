/**
 * `node bench/differential.ts [COUNT]`: generated commands through the engine and, when it allows one, through bash
 * itself, in an empty directory with nothing on the PATH but recording stubs. Every argv that bash really ran must be
 * one that the policy allows. Exit 1 when one is not.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { decide, sealProfile } from "../src/engine/index.ts";
import { generateCommand } from "./generate-command.ts";
import { generateState } from "./generate-state.ts";
import { randomFrom } from "./random.ts";

/** What the policy lets run, and the same in terms of argv. */
const RULES = ["aa:*", "bb x:*", "cc one two"];
const MATCHES = [
	(argv: readonly string[]) => argv[0] === "aa",
	(argv: readonly string[]) => argv[0] === "bb" && argv[1] === "x",
	(argv: readonly string[]) => argv.join("\0") === "cc\0one\0two",
];

const count = Number(process.argv[2] ?? 5_000);
const seed = Number(process.env.WRIT_SEED ?? Date.now() % 1_000_000);
const random = randomFrom(seed);
const top = mkdtempSync(join(tmpdir(), "writ-differential-"));
const programs = makePrograms();
const sealed = sealProfile(
	{
		tools: { allowed: RULES.map((rule) => `Bash(${rule})`) },
		filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"], blocked_paths: [] },
	},
	{ agent: "differential", root: join(top, "work") },
);
if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));

const run: { readonly command: string; readonly record: string }[] = [];
for (let index = 0; index < count; index++) {
	const command = index % 2 === 0 ? generateCommand(random) : generateState(random);
	if (decide(sealed.writ, { kind: "command", command }).effect === "allow") run.push({ command, record: runForReal(command, index) });
}
// What was started in the background may still be writing.
await setTimeout(200);
const executed = run.map(({ command, record }) => ({ command, argvs: readRecord(record) }));
rmSync(top, { recursive: true, force: true, maxRetries: 10 });

const ran = executed.reduce((sum, { argvs }) => sum + argvs.length, 0);
const wrong = executed.flatMap(({ command, argvs }) => {
	const outside = argvs.filter((argv) => !MATCHES.some((matches) => matches(argv)));
	return outside.length === 0 ? [] : [`${JSON.stringify(command)} ran ${JSON.stringify(outside)}`];
});
console.log(
	`${count} generated commands (seed ${seed}): ${run.length} allowed, in which bash ran ${ran} programs; ${wrong.length} ran something that the rules do not allow`,
);
for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
// Without commands that are allowed nothing was compared.
if (wrong.length > 0 || ran < count / 20) process.exitCode = 1;

/** Runs a text, and says where its programs wrote down how they were called. */
function runForReal(command: string, index: number): string {
	const work = join(top, "work");
	const record = join(top, `record-${index}`);
	rmSync(work, { recursive: true, force: true, maxRetries: 10 });
	mkdirSync(join(work, "sub"), { recursive: true });
	for (const name of ["a", "b", "f1"]) writeFileSync(join(work, name), "");
	writeFileSync(record, "");
	spawnSync("/bin/bash", ["--noprofile", "--norc", "-c", command], {
		cwd: work,
		env: { PATH: programs, WRIT_RECORD: record },
		stdio: "ignore",
		timeout: 2_000,
		killSignal: "SIGKILL",
	});
	return record;
}

/** Every argv in a record: its length, then its words. */
function readRecord(record: string): readonly (readonly string[])[] {
	const fields = readFileSync(record, "utf8").split("\0");
	const found: string[][] = [];
	for (let at = 0; at + 1 < fields.length; ) {
		const length = Number(fields[at]);
		found.push(fields.slice(at + 1, at + 1 + length));
		at += 1 + length;
	}
	return found;
}

/** A directory of programs that only write down how they were called, and of two launchers that the engine looks through. */
function makePrograms(): string {
	const folder = join(top, "programs");
	mkdirSync(folder);
	const stub = `#!/bin/sh\nprintf '%s\\0' "$(($# + 1))" "\${0##*/}" "$@" >> "$WRIT_RECORD"\n`;
	for (const name of ["aa", "bb", "cc", "dd", "AA", "BB", "CC", "DD", "x"]) {
		writeFileSync(join(folder, name), stub);
		chmodSync(join(folder, name), 0o755);
	}
	symlinkSync("/bin/bash", join(folder, "bash"));
	symlinkSync("/usr/bin/env", join(folder, "env"));
	return folder;
}
