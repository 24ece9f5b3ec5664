import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const REPOSITORY = join(import.meta.dirname, "../..");

/** Lints files in a temporary tree with the repository's own configuration; returns the lines that the rule caught, as `path:line`. */
export function lintPlanted(files: Readonly<Record<string, string>>, rule: string): ReadonlySet<string> {
	const top = realpathSync(mkdtempSync(join(tmpdir(), "writ-layers-")));
	try {
		for (const name of ["biome.json", ".gitignore"]) copyFileSync(join(REPOSITORY, name), join(top, name));
		for (const [path, text] of Object.entries(files)) {
			mkdirSync(dirname(join(top, path)), { recursive: true });
			writeFileSync(join(top, path), text);
		}
		return caughtLines(top, rule);
	} finally {
		rmSync(top, { recursive: true, force: true });
	}
}

function caughtLines(top: string, rule: string): ReadonlySet<string> {
	const biome = join(REPOSITORY, "node_modules/.bin/biome");
	const { status, stdout, stderr } = spawnSync(biome, ["lint", `--only=${rule}`, "--reporter=github", "--max-diagnostics=none", "."], {
		cwd: top,
		encoding: "utf8",
		maxBuffer: 1 << 28,
	});
	const caught = [...stdout.matchAll(/^::error title=lint\/(\S+?),file=(.+?),line=(\d+),/gm)].filter(([, title]) => title === rule);
	if (status !== (caught.length > 0 ? 1 : 0)) throw new Error(`the linter did not run: ${stderr}${stdout}`);
	return new Set(caught.map(([, , file = "", line]) => `${file.startsWith("/") ? relative(top, file) : file}:${line}`));
}
