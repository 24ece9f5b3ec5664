import { join } from "node:path";
import { loadCatalog, shippedCatalog, sortProblems } from "../definitions/index.ts";
import type { Catalog, Problem } from "../engine/index.ts";
import { configurationHome, readDefinitions } from "../platform/index.ts";

/** Everything that names refer to for work in one folder: what is shipped, the person's, the project's. */
export function openCatalog(home: string | undefined, workspace: string): Catalog {
	const user = readDefinitions(configurationHome(home), "user");
	const project = readDefinitions(join(workspace, ".writ"), "project");
	const catalog = loadCatalog([...user.files, ...project.files], shippedCatalog);
	return { ...catalog, problems: sortProblems([...user.problems, ...project.problems, ...catalog.problems]) };
}

/**
 * What makes a catalog useless for deciding: a ceiling that could not be loaded bounds nothing.
 * SECURITY: it must not be taken for no ceiling ("a broken ceiling denies everything").
 */
export function ceilingProblems({ problems }: Catalog): readonly Problem[] {
	return problems.filter(({ severity, source }) => severity === "error" && source?.layer === "ceiling");
}
