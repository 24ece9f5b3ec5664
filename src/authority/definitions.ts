import { catalogOfFolders } from "../definitions/index.ts";
import { type Catalog, composeProfile, type Problem, sealProfile, type Terms } from "../engine/index.ts";
import { readDefinitions, WritError } from "../platform/index.ts";
import type { Definitions } from "./context.ts";

/** What names refer to for a server: what is shipped, and what its person wrote into the home. */
export function readServerDefinitions(home: string): Definitions {
	const catalog = catalogOfFolders(readDefinitions(home, "user"));
	const errors = catalog.problems.filter(({ severity }) => severity === "error");
	// SECURITY: a broken definition of the person's must not let a shipped one of the same name, or no ceiling, step in.
	if (errors.length > 0) throw new WritError("invalid-definition", `${describe(errors[0])}. Run: writ check`);
	return { catalog, ceiling: ceilingTerms(catalog) };
}

function ceilingTerms(catalog: Catalog): Terms | undefined {
	if (catalog.ceiling === undefined) return undefined;
	const composed = composeProfile(catalog.ceiling.profile, catalog);
	const sealed = sealProfile(catalog.ceiling.profile, { agent: "ceiling", root: "/", catalog });
	if (!composed.ok || !sealed.ok) throw new WritError("invalid-definition", "The ceiling cannot be sealed. Run: writ check");
	return sealed.writ.terms;
}

function describe(problem: Problem | undefined): string {
	if (problem === undefined) return "A definition is not valid";
	const { source, message } = problem;
	return source === undefined ? message : `${source.file ?? source.definition ?? ""}:${source.line ?? 1}: ${message}`;
}
