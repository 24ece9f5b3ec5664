import { copyFileSync, cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { bundleCommand } from "../../scripts/bundle-command.ts";

const REPOSITORY = join(import.meta.dirname, "../..");

/** Installs the command as packages bring it, without sources beside it, and tells where it is. */
export async function installCommand(folder: string): Promise<string> {
	mkdirSync(join(folder, "bin"), { recursive: true });
	mkdirSync(join(folder, "node_modules"));
	copyFileSync(join(REPOSITORY, "bin/writ"), join(folder, "bin/writ"));
	copyFileSync(join(REPOSITORY, "package.json"), join(folder, "package.json"));
	cpSync(join(REPOSITORY, "definitions"), join(folder, "definitions"), { recursive: true });
	symlinkSync(join(REPOSITORY, "node_modules/node"), join(folder, "node_modules/node"));
	await bundleCommand(join(folder, "dist"));
	return join(folder, "bin/writ");
}
