import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { makeScratch, readCorpus } from "../../bench/corpus-cases.ts";
import { decide, decideAfresh } from "../../src/engine/decide/decide.ts";
import { type Facts, type Profile, type Request, sealProfile } from "../../src/engine/index.ts";
import { realDisk } from "../../src/platform/index.ts";
import { profiles, requests } from "../diff/random-profiles.ts";
import { sealed } from "./engine-case.ts";

const folder = join(import.meta.dirname, "../corpus");
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

describe("memory", () => {
	it.each(readdirSync(folder).filter((name) => name.endsWith(".jsonl") && !name.startsWith("everyday")))(
		"[memory-removable] changes no answer to %s",
		{ timeout: 120_000 },
		(file) => {
			for (const { id, line } of readCorpus(join(folder, file), scratch)) {
				const { root, home, profile, request } = line as Line;
				const outcome = sealProfile(profile, { agent: "agent", root, ...(home === undefined ? {} : { home }), ...realDisk });
				if (!outcome.ok) continue;
				const { cwd: _, ...atWorkspace } = request as Request & { readonly cwd?: string };
				for (const facts of KINDS) {
					for (const one of [request, atWorkspace as Request]) {
						const expected = decideAfresh(outcome.writ, one, facts);
						for (let turn = 0; turn < 3; turn++) expect(decide(outcome.writ, one, facts), id).toEqual(expected);
					}
				}
			}
		},
	);

	it("[memory-removable] changes no answer to random requests under random profiles, in any order", () => {
		const facts = fc.constantFrom<Facts>(
			...KINDS,
			{ edges: () => "none" },
			{ edges: () => "allow", children: ["kid"] },
			{ grants: [{ id: "g", rule: "Bash(cat:*)" }] },
		);
		fc.assert(
			fc.property(profiles, fc.array(fc.tuple(requests, facts), { minLength: 1, maxLength: 8 }), (profile, turns) => {
				const writ = sealed(profile);
				for (const [request, known] of [...turns, ...turns])
					expect(decide(writ, request, known)).toEqual(decideAfresh(writ, request, known));
			}),
			{ numRuns: 200 },
		);
	});
});
