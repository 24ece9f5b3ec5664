import { patternsAt, splitEntry, type Writ } from "../../engine/index.ts";
import { grantedTrees } from "./granted-trees.ts";
import { isWithin } from "./is-within.ts";
import type { PlanFacts } from "./plan-facts.ts";
import type { PlanProblem } from "./plan-problem.ts";

/**
 * Refuses granted entries that a link moved, when the link lies where agents can write.
 * SECURITY: one run leaves `dist → /home/person`, and the writ of the next one grants `dist`: followed, the link would be the grant. Links
 * that a person's absolute entry leads through elsewhere (`/var/run`) are followed, and what they lead to is judged like any source.
 */
export function refuseLinks(writ: Writ, facts: PlanFacts): readonly PlanProblem[] {
	const { read_paths, write_paths } = writ.terms.filesystem;
	const { places } = writ;
	const moved = new Set([...read_paths, ...write_paths].flat().filter((entry) => Object.hasOwn(places.relocated, entry)));
	if (moved.size === 0) return [];
	const agentsWrite = [...Object.values(places.real), ...grantedTrees(write_paths, places).map(({ path }) => path)];
	const links = new Set([...moved].flatMap((entry) => linksOf(entry, writ, facts, agentsWrite)));
	return links.size === 0 ? [] : [linkProblem([...links])];
}

/** The links that speak against an entry. */
function linksOf(entry: string, { places }: Writ, { look }: PlanFacts, agentsWrite: readonly string[]): readonly string[] {
	const real = patternsAt([entry], places, "real", "grant");
	const written = patternsAt([entry], { ...places, relocated: {} }, "real", "grant");
	const isOfPerson = splitEntry(entry)?.place === null;
	return written.flatMap(({ prefix }, index) => {
		const { via } = look(prefix);
		const turned = (via?.links ?? []).filter((link) => agentsWrite.some((directory) => isWithin(link, directory)));
		if (turned.length > 0) return turned;
		// What leads elsewhere than when the writ was sealed was turned since.
		return isOfPerson && via?.real === real[index]?.prefix ? [] : [prefix];
	});
}

function linkProblem(links: readonly string[]): PlanProblem {
	const named = links.slice(0, 5).map((path) => `'${path}'`);
	const rest = links.length > named.length ? ` and ${links.length - named.length} more` : "";
	return {
		code: "path-symlink",
		exit: 3,
		what: "filesystem",
		message: `What the profile grants leads through symbolic links that an agent could have made: ${named.join(", ")}${rest}.`,
		cure: "Remove each link, or replace it by what it leads to.",
	};
}
