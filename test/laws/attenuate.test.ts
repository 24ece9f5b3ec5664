import fc from "fast-check";
import { describe } from "vitest";
import { attenuate, type Wish } from "../../src/engine/attenuate/index.ts";
import type { Terms, Writ } from "../../src/engine/language/index.ts";
import { admits, type Sample, sample } from "./admits.ts";
import { LAW_PLACES } from "./arbitrary-entries.ts";
import { arbitraryTerms } from "./arbitrary-terms.ts";
import { writOf } from "./example-terms.ts";
import { parentAndWish } from "./generous-terms.ts";
import { itHolds, law } from "./law.ts";

const rootOf = (terms: Terms) => writOf(terms, { agent: "boss", parent: "top", children: ["one", "kid"], places: LAW_PLACES });
const wishOf = (terms: Terms, agent: string) => writOf(terms, { agent, children: ["two"], places: LAW_PLACES });

/** The writ under a parent, cut down where needed. */
function cutDown(parent: Writ, wish: Wish): Writ {
	const outcome = attenuate(parent, wish, { mode: "clamp" });
	if (!outcome.ok) throw new Error("a clamp always succeeds");
	return outcome.writ;
}

/** Messages inside the family are the one thing that a child may do and its parent may not. */
function isFamily(writ: Writ, asked: Sample): boolean {
	return asked.kind === "target" && (asked.target === writ.parent || writ.children.some((child) => child === asked.target));
}

const within = (child: Writ, parent: Writ, asked: Sample) =>
	isFamily(child, asked) || !admits(child.terms, asked, child) || admits(parent.terms, asked, parent);

describe("the laws of attenuating", () => {
	itHolds(
		law(
			"[policy-7-child-below-parent] a child does nothing that its parent may not, whatever it wished",
			fc.property(parentAndWish, fc.array(sample, { minLength: 10, maxLength: 20 }), ([parentTerms, wished], samples) => {
				const parent = rootOf(parentTerms);
				const child = cutDown(parent, wishOf(wished, "kid"));
				return samples.every((asked) => within(child, parent, asked));
			}),
		),
	);

	itHolds(
		law(
			"[policy-7-under-the-root] a grandchild does nothing that the root may not",
			fc.property(
				arbitraryTerms,
				arbitraryTerms,
				arbitraryTerms,
				fc.array(sample, { minLength: 10, maxLength: 20 }),
				(top, middle, bottom, samples) => {
					const root = rootOf(top);
					const child = cutDown(root, wishOf(middle, "kid"));
					const grandchild = cutDown(child, wishOf(bottom, "two"));
					return samples.every((asked) => isFamily(child, asked) || within(grandchild, root, asked));
				},
			),
		),
	);

	itHolds(
		law(
			"[policy-7-strict] what was cut down is accepted strictly and stays as it is; what is refused names a reason",
			fc.property(fc.oneof(parentAndWish, fc.tuple(arbitraryTerms, arbitraryTerms)), ([parentTerms, wished]) => {
				const parent = rootOf(parentTerms);
				const child = cutDown(parent, wishOf(wished, "kid"));
				const again = attenuate(parent, child);
				const strict = attenuate(parent, wishOf(wished, "kid"));
				const sound = strict.ok
					? strict.writ.digest === child.digest
					: strict.escalations.every(({ dimension, message }) => message.startsWith(dimension));
				return again.ok && again.writ.digest === child.digest && sound;
			}),
		),
	);
});
