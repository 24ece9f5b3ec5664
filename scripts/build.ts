/** Bundles the command (dist/writ.mjs), the engine as a library (dist/engine.js, dist/types) and the playground (dist/playground). */
import { spawnSync } from "node:child_process";
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

await Promise.all([
	build({
		...shared,
		entryPoints: ["src/cli/main.ts"],
		outfile: "dist/writ.mjs",
		platform: "node",
		// Packages written as CommonJS ask for Node's modules with `require`.
		banner: { js: 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);' },
	}),
	build({ ...shared, entryPoints: ["src/engine/index.ts"], outfile: "dist/engine.js", platform: "neutral" }),
]);

await import("./build-playground.ts");

const { status } = spawnSync(join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", "tsconfig.types.json"], {
	cwd: REPOSITORY,
	stdio: "inherit",
});
if (status !== 0) process.exitCode = 1;
