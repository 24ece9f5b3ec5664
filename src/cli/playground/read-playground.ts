import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { packageFolder } from "../../platform/index.ts";
import type { PageFile } from "../../points/rest/index.ts";

const TYPES: Readonly<Record<string, string>> = {
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml",
};

/** The files of the playground as the build left them, or `undefined` when it was not built. */
export function readPlayground(): ReadonlyMap<string, PageFile> | undefined {
	const folder = join(packageFolder(), "dist/playground");
	try {
		const names = readdirSync(folder).filter((name) => TYPES[extname(name)] !== undefined);
		const files = names.map((name): [string, PageFile] => [
			`/${name}`,
			{ type: TYPES[extname(name)] ?? "", content: readFileSync(join(folder, name)) },
		]);
		return files.length === 0 ? undefined : new Map(files);
	} catch {
		return undefined;
	}
}
