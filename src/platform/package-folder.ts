import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of this installation of writ, whether the bundle runs or the sources. */
export function packageFolder(): string {
	let folder = import.meta.dirname;
	while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
	return folder;
}
