import fc from "fast-check";
import { expect, it } from "vitest";
import { decide, diffWrits, type Profile, requestText } from "../../src/engine/index.ts";
import { sealed } from "../explain/sealed.ts";
import { profiles, requests } from "./random-profiles.ts";

const seed = Number(process.env.WRIT_LAW_SEED) || Math.floor(Math.random() * 0x7fffffff);
const samples = fc.array(requests, { minLength: 20, maxLength: 20 });

/** Two profiles that differ in one part, or in all. */
const pairs = fc
	.tuple(
		profiles,
		profiles,
		fc.constantFrom("tools", "filesystem", "network", "messaging", "resources", "capabilities", "events", "all" as const),
	)
	.map(([a, other, part]): readonly [Profile, Profile] => {
		if (part === "all") return [a, other];
		const { [part]: mine, ...rest } = a;
		const theirs = other[part];
		return [a, theirs === undefined ? rest : { ...rest, [part]: theirs ?? mine }];
	});

it("[diff-witnesses] every witness of a random pair is answered as it says", () => {
	let tried = 0;
	fc.assert(
		fc.property(pairs, ([one, other]) => {
			const [a, b] = [sealed(one), sealed(other)];
			const { allows, forbids, changes } = diffWrits(a, b);
			for (const { request, facts, before, after } of [...allows, ...forbids, ...changes].flatMap((change) => change.witnesses)) {
				tried++;
				expect([decide(a, request, facts).effect, decide(b, request, facts).effect]).toEqual([before, after]);
				expect(before).not.toBe(after);
			}
			for (const { after } of allows.flatMap((change) => change.witnesses)) expect(after).toBe("allow");
			for (const { before } of forbids.flatMap((change) => change.witnesses)) expect(before).toBe("allow");
		}),
		{ numRuns: 120, seed },
	);
	expect(tried).toBeGreaterThan(0);
});

it("[diff-complete] what one writ allows and the other does not is never without a difference", () => {
	let different = 0;
	fc.assert(
		fc.property(pairs, samples, ([one, other], asked) => {
			const [a, b] = [sealed(one), sealed(other)];
			const diff = diffWrits(a, b);
			for (const request of asked) {
				const [before, after] = [decide(a, request).effect, decide(b, request).effect];
				if (before === after) continue;
				different++;
				const told = after === "allow" ? diff.allows : before === "allow" ? diff.forbids : [...diff.allows, ...diff.forbids];
				expect([...told, ...diff.changes], requestText(request)).not.toEqual([]);
			}
		}),
		{ numRuns: 120, seed },
	);
	expect(different).toBeGreaterThan(0);
});

it("[diff-complete] writs without any difference decide every request alike", () => {
	let equal = 0;
	fc.assert(
		fc.property(profiles, samples, (profile, asked) => {
			const [a, b] = [sealed(profile), sealed(rewritten(profile))];
			const { allows, forbids, changes } = diffWrits(a, b);
			if (allows.length + forbids.length + changes.length > 0) return;
			equal++;
			for (const request of asked) expect(decide(a, request).effect, requestText(request)).toBe(decide(b, request).effect);
		}),
		{ numRuns: 120, seed },
	);
	expect(equal).toBeGreaterThan(20);
});

/** The same profile in other words: lists turned round, entries repeated and split where that should change nothing. */
function rewritten(profile: Profile): Profile {
	const { tools, filesystem, network } = profile;
	const split = (paths: readonly string[] = []) =>
		paths.toReversed().flatMap((path) => (path === "./docs/{a,b}.md" ? ["./docs/a.md", "./docs/{b,b}.md", path] : [path]));
	return {
		...profile,
		...(tools === undefined
			? {}
			: {
					tools: {
						...tools,
						...(Array.isArray(tools.allowed)
							? { allowed: [...tools.allowed, ...(tools.allowed.includes("Read") ? ["Read(./docs/*)"] : [])].toReversed() }
							: {}),
					},
				}),
		...(filesystem?.read_paths === undefined ? {} : { filesystem: { ...filesystem, read_paths: split(filesystem.read_paths) } }),
		...(network?.allow === undefined ? {} : { network: { ...network, allow: network.allow.toReversed() } }),
	};
}
