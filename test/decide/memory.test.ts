import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { makeScratch, readCorpus } from "../../bench/corpus-cases.ts";
import { decideAfresh } from "../../src/engine/decide/decide.ts";
import { decide, type Facts, type Profile, type Request, type SealProfileOptions, sealProfile } from "../../src/engine/index.ts";
import { realDisk } from "../../src/platform/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { withoutMemory } from "../without-memory.ts";
import { sealed } from "./engine-case.ts";

const folder = join(import.meta.dirname, "../corpus");
const corpora = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const scratch = makeScratch();
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Line {
	readonly root: string;
	readonly home?: string;
	readonly profile: Profile;
	readonly request: Request;
}

/** The ways in which a case may be asked: at the workspace or where it says, with and without a disk, an approver, a sandbox. */
const KINDS: readonly Facts[] = [
	{},
	realDisk,
	{ resolve: realDisk.resolve },
	{ ...realDisk, masked: true },
	{ ...realDisk, approver: false },
	{ ...realDisk, confined: true },
];

/** A profile with something of every kind, for lists of commands that have none. */
const EVERYDAY: Profile = {
	name: "everyday",
	type: "permission_profile",
	tools: {
		allowed: [
			"Read",
			"Bash(git log:*)",
			"Bash(git status:*)",
			"Bash(ls:*)",
			"Bash(cat:*)",
			"Bash(rg:*)",
			"Bash(npm test:*)",
			"Bash(find:*)",
		],
		disallowed: ["Bash(git push --force:*)", "Bash(rm -rf *)"],
		ask: ["Bash(npm install:*)"],
	},
	filesystem: { read_paths: ["./"], write_paths: ["./src"], blocked_paths: ["**/.env*", "./secrets/**"] },
};

function casesOf(file: string): readonly { readonly id: string; readonly line: Line }[] {
	if (!file.startsWith("everyday")) return readCorpus(join(folder, file), scratch).map(({ id, line }) => ({ id, line: line as Line }));
	return readFileSync(join(folder, file), "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line))
		.map(({ id, command }) => ({ id, line: { root: scratch, profile: EVERYDAY, request: { kind: "command", command } } }));
}

describe("memory", () => {
	it.each(corpora)("[memory-off] changes no answer to %s when all of it is off", { timeout: 300_000 }, (file) => {
		for (const { id, line } of casesOf(file)) {
			const { root, home, profile, request } = line;
			const options: SealProfileOptions = { agent: "agent", root, ...(home === undefined ? {} : { home }), ...realDisk };
			const outcome = sealProfile(profile, options);
			const without = withoutMemory(() => sealProfile(profile, options));
			expect(without, id).toEqual(outcome);
			if (!outcome.ok || !without.ok) continue;
			const { cwd: _, ...atWorkspace } = request as Request & { readonly cwd?: string };
			for (const facts of file.startsWith("everyday") ? KINDS.slice(0, 2) : KINDS) {
				for (const one of "cwd" in request ? [request, atWorkspace as Request] : [request]) {
					const expected = withoutMemory(() => decide(without.writ, one, facts));
					for (let turn = 0; turn < 3; turn++) expect(decide(outcome.writ, one, facts), id).toEqual(expected);
				}
			}
		}
	});

	it("[memory-removable] [memory-off] changes no answer to random requests under random profiles, in any order", () => {
		const facts = fc.constantFrom<Facts>(
			...KINDS,
			{ edges: () => "none" },
			{ edges: () => "allow", children: ["kid"] },
			{ grants: [{ id: "g", rule: "Bash(cat:*)" }] },
		);
		fc.assert(
			fc.property(profiles, fc.array(fc.tuple(requests, facts), { minLength: 1, maxLength: 8 }), (profile, turns) => {
				const writ = sealed(profile);
				for (const [request, known] of [...turns, ...turns]) {
					const answer = decide(writ, request, known);
					expect(answer).toEqual(decideAfresh(writ, request, known));
					expect(answer).toEqual(withoutMemory(() => decide(sealed(profile), request, known)));
				}
			}),
			{ numRuns: 200 },
		);
	});
});
