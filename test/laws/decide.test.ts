import fc from "fast-check";
import { describe } from "vitest";
import { attenuate } from "../../src/engine/attenuate/index.ts";
import { decide } from "../../src/engine/decide/index.ts";
import type { Effect, Facts, Request, Terms, Writ } from "../../src/engine/language/index.ts";
import { digestTerms } from "../../src/engine/seal/index.ts";
import { meetTerms } from "../../src/engine/terms/index.ts";
import { isConditional } from "../../src/engine/tool-rules/index.ts";
import { LAW_PLACES } from "./arbitrary-entries.ts";
import { request, targetOf } from "./arbitrary-requests.ts";
import { writOf } from "./example-terms.ts";
import { generousTerms, parentAndWish } from "./generous-terms.ts";
import { itHolds, law } from "./law.ts";

/** Spawning needs a comparison of profiles, which is not what is tried here. */
const FACTS: Facts = { escalations: () => [] };
const facts: fc.Arbitrary<Facts> = fc
	.tuple(fc.constantFrom<Facts>(FACTS, { ...FACTS, edges: () => "none" }, { ...FACTS, approver: false }), fc.boolean())
	.map(([known, confined]) => ({ ...known, confined }));

const parentOf = (terms: Terms) => writOf(terms, { agent: "boss", parent: "top", children: ["one", "kid"], places: LAW_PLACES });

function childOf(parent: Writ, wished: Terms): Writ {
	const outcome = attenuate(parent, writOf(wished, { agent: "kid", children: ["two"], places: LAW_PLACES }), { mode: "clamp" });
	if (!outcome.ok) throw new Error("a clamp always succeeds");
	return outcome.writ;
}

/** The child counts its own children, so its parent is asked as if it had as many. */
function allows(writ: Writ, asked: Request, known: Facts = FACTS): boolean {
	return decide(writ, asked, asked.kind === "spawn" ? { ...known, children: [] } : known).effect === "allow";
}

function isFamily(writ: Writ, asked: Request): boolean {
	const target = targetOf(asked);
	return target !== undefined && (target === writ.parent || writ.children.some((child) => child === target));
}

const requests = fc.array(request, { minLength: 8, maxLength: 16 });

describe("the laws of deciding", () => {
	itHolds(
		law(
			"[policy-7-decide-below-parent] what a child is allowed, its parent is allowed, but for messages inside the family",
			fc.property(parentAndWish, requests, facts, ([parentTerms, wished], asked, known) => {
				const parent = parentOf(parentTerms);
				const child = childOf(parent, wished);
				return asked.every((one) => isFamily(child, one) || !allows(child, one, known) || allows(parent, one, known));
			}),
		),
	);

	itHolds(
		law(
			"[policy-9-confined-order] a sandbox never takes anything away, and outside one a conditional rule asks at most",
			fc.property(generousTerms, requests, (terms, asked) => {
				const always: Terms = {
					...terms,
					tools: { ...terms.tools, allowed: terms.tools.allowed.map((set) => set.filter((text) => !isConditional(text))) },
				};
				return asked.every((one) => {
					const outside = decide(parentOf(terms), one, { ...FACTS, confined: false }).effect;
					const inside = decide(parentOf(terms), one, { ...FACTS, confined: true }).effect;
					const rank = (effect: Effect) => ["deny", "ask", "allow"].indexOf(effect);
					if (rank(outside) > rank(inside)) return false;
					return outside !== "allow" || allows(parentOf(always), one);
				});
			}),
		),
	);

	itHolds(
		law(
			"[policy-7-tightened-parent] a parent that is tightened tightens its child's next decision",
			fc.property(parentAndWish, generousTerms, requests, fc.boolean(), ([parentTerms, wished], tighter, asked, confined) => {
				const parent = parentOf(parentTerms);
				const child = childOf(parent, wished);
				const tightened = parentOf(meetTerms(parent.terms, tighter));
				const known = { ...FACTS, confined };
				return asked.every(
					(one) => isFamily(child, one) || !allows(child, one, { ...known, lineage: [tightened] }) || allows(tightened, one, known),
				);
			}),
		),
	);

	itHolds(
		law(
			"[promise-2-order] the order of rules and entries never changes a decision",
			fc.property(generousTerms, requests, (terms, asked) => {
				const writ = parentOf(terms);
				const turned = { ...writ, terms: reversed(terms), digest: digestTerms(terms) };
				return asked.every((one) => decide(writ, one, FACTS).effect === decide(turned, one, FACTS).effect);
			}),
		),
	);

	itHolds(
		law(
			"[promise-2-deny-first] a denial that is added never allows anything new",
			fc.property(generousTerms, generousTerms, requests, (terms, other, asked) => {
				const denied: Terms = {
					...terms,
					tools: { ...terms.tools, disallowed: [...terms.tools.disallowed, ...other.tools.disallowed] },
					filesystem: { ...terms.filesystem, blocked_paths: [...terms.filesystem.blocked_paths, ...other.filesystem.blocked_paths] },
					network: { ...terms.network, deny: [...terms.network.deny, ...other.network.deny] },
				};
				return asked.every((one) => !allows(parentOf(denied), one) || allows(parentOf(terms), one));
			}),
		),
	);
});

/** The same terms with every list the other way round. */
function reversed<Value>(value: Value): Value {
	if (Array.isArray(value)) return Object.assign(value.map(reversed).reverse());
	if (typeof value !== "object" || value === null) return value;
	return Object.assign({}, ...Object.entries(value).map(([key, member]) => ({ [key]: reversed(member) })));
}
