import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { randomProfile, randomWish, type Stock, tightened, type WrittenProfile } from "../../bench/lineage/random-profile.ts";
import { type Asker, randomRequest, targetOf } from "../../bench/lineage/random-request.ts";
import { pick, randomFrom } from "../../bench/random.ts";
import { attenuate, decide, type Effect, type Facts, type Request, sealProfile, type Writ } from "../../src/engine/index.ts";
import { realPath } from "../../src/platform/index.ts";
import { LAW_CASES, LAW_SEED } from "./law.ts";

/** A directory of this disk, so that paths are resolved as they are on a server. */
const root = mkdtempSync(join(tmpdir(), "writ-law-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const stock: Stock = {
	outside: join(root, "outside"),
	commands: readFileSync(join(import.meta.dirname, "../corpus/bash.jsonl"), "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => String(JSON.parse(line).command))
		.filter((text) => text.length < 200),
};

const RANK: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, deny: 2 };
const NAMES = ["top", "middle", "below", "last"];

/** How often the children were allowed, asked and denied: a law over denials alone would say nothing. */
const counts = { allow: 0, ask: 0, deny: 0 };

/** One agent of a chain: what was written for it, and what it holds. */
interface Agent {
	readonly id: string;
	readonly profile: WrittenProfile;
	readonly writ: Writ;
}

/** INVARIANT of this test: an ancestor is judged as a root agent with nothing but what was written for it; no profiles are met here. */
function asRoot(profile: WrittenProfile, child: Agent, children: readonly string[]): (request: Request) => Effect {
	const sealed = sealProfile(profile, { agent: child.id, parent: child.writ.parent, children, root, resolve: realPath });
	return (request) => (sealed.ok ? decide(sealed.writ, request, { resolve: realPath }).effect : "deny");
}

function makeChain(random: () => number): readonly Agent[] {
	const chain: Agent[] = [];
	for (const id of NAMES.slice(0, 2 + Math.floor(random() * 3))) {
		const parent = chain.at(-1);
		const profile = parent === undefined ? randomProfile(random, stock) : randomWish(random, stock, parent.profile);
		const options = { agent: id, root, resolve: realPath } as const;
		const tried =
			parent === undefined
				? [sealProfile(profile, options)]
				: (["strict", "clamp"] as const).map((mode) => attenuate(parent.writ, profile, { ...options, mode }));
		const made = tried.find((one) => one.ok);
		if (made?.ok !== true) return chain;
		chain.push({ id, profile, writ: made.writ });
	}
	return chain;
}

/** Seals one of the ancestors again with a tighter profile, as a person would. */
function tighten(random: () => number, chain: readonly Agent[]): readonly Agent[] {
	const one = pick(chain.slice(0, -1), random);
	const profile = tightened(random, stock, one.profile);
	const sealed = sealProfile(profile, { agent: one.id, parent: one.writ.parent, root, resolve: realPath });
	return sealed.ok ? chain.map((agent) => (agent === one ? { ...agent, profile, writ: sealed.writ } : agent)) : chain;
}

/** What is above an ancestor in a chain; the child is asked with its live ancestors, or by what its writ holds alone. */
function findAbove(random: () => number, chain: readonly Agent[], live: boolean): readonly string[] {
	return chain.slice(1).flatMap((child, index) => {
		const ancestors = chain.slice(0, index + 1).reverse();
		const children = chain.slice(index + 2, index + 3).map(({ id }) => id);
		const facts: Facts = { resolve: realPath, children, ...(live ? { lineage: ancestors.map(({ writ }) => writ) } : {}) };
		const judges = ancestors.map(({ id, profile }) => ({ id, judge: asRoot(profile, child, children) }));
		return Array.from({ length: 12 }, () => {
			const asker: Asker = {
				parent: child.writ.parent,
				others: NAMES,
				profiles: [child.profile, ...ancestors.map(({ profile }) => profile)],
				wish: () => randomWish(random, stock, child.profile),
			};
			const request = randomRequest(random, stock, asker) as unknown as Request;
			const target = targetOf(request as never);
			if (target === child.writ.parent || (target !== undefined && children.includes(String(target)))) return [];
			const { effect } = decide(child.writ, request, facts);
			counts[effect]++;
			return judges
				.filter(({ judge }) => RANK[effect] < RANK[judge(request)])
				.map(({ id }) => JSON.stringify({ child: child.id, effect, above: id, request, chain: chain.map(({ profile }) => profile) }));
		}).flat();
	});
}

describe("the law of the lineage", () => {
	it("[policy-7-strictest] a child is never above what was written for an ancestor, with its live ancestors or by its writ alone", {
		timeout: 600_000,
	}, () => {
		const chains = Math.ceil(LAW_CASES / 4);
		for (let at = 0; at < chains; at++) {
			const seed = LAW_SEED + at * 7_919;
			const random = randomFrom(seed);
			const chain = makeChain(random);
			if (chain.length < 2) continue;
			expect(findAbove(random, chain, false), `seed ${seed}`).toEqual([]);
			expect(findAbove(random, chain, true), `seed ${seed}`).toEqual([]);
			expect(findAbove(random, tighten(random, chain), true), `seed ${seed}`).toEqual([]);
		}
		expect(Math.min(counts.allow, counts.ask, counts.deny)).toBeGreaterThan(chains / 2);
	});
});
