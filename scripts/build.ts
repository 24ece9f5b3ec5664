/** Bundles the command (dist/writ.mjs), the engine as a library (dist/engine.js, dist/types) and the playground (dist/playground). */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { REPOSITORY } from "./generated-file.ts";

const shared: BuildOptions = {
	absWorkingDir: REPOSITORY,
	bundle: true,
	format: "esm",
	target: "es2023",
	legalComments: "none",
	logLevel: "warning",
};

rmSync(join(REPOSITORY, "dist"), { recursive: true, force: true });
await Promise.all([
	build({
		...shared,
		entryPoints: { writ: "src/cli/main.ts" },
		outdir: "dist",
		outExtension: { ".js": ".mjs" },
		// Each subcommand brings only what it needs: most of the time to start is spent on reading code.
		splitting: true,
		chunkNames: "chunks/[name]-[hash]",
		minify: true,
		keepNames: true,
		platform: "node",
		// Packages written as CommonJS ask for Node's modules with `require`.
		banner: { js: 'import { createRequire as requireFrom } from "node:module";const require = requireFrom(import.meta.url);' },
	}),
	build({ ...shared, entryPoints: ["src/engine/index.ts"], outfile: "dist/engine.js", platform: "neutral" }),
]);
await import("./build-playground.ts");

const { status } = spawnSync(join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", "tsconfig.types.json"], {
	cwd: REPOSITORY,
	stdio: "inherit",
});
if (status !== 0) process.exitCode = 1;
