import { realpathSync } from "node:fs";
import { join } from "node:path";
import { type DefinitionFolder, readDefinitions } from "./read-definitions.ts";

/**
 * What a person wrote into the home, and what the project in a folder brings. Where both are one folder, as in a person's own home directory,
 * it is the person's.
 */
export function readLayers(home: string, directory: string): readonly DefinitionFolder[] {
	const project = join(directory, ".writ");
	const user = readDefinitions(home, "user");
	return isSameFolder(home, project) ? [user] : [user, readDefinitions(project, "project")];
}

function isSameFolder(one: string, other: string): boolean {
	try {
		return realpathSync(one) === realpathSync(other);
	} catch {
		// One of them is not there.
		return false;
	}
}
