/** Bundles the command (dist/writ.mjs), the engine as a library (dist/engine.js, dist/types) and the playground (dist/playground). */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { BUNDLE, bundleCommand } from "./bundle-command.ts";
import { REPOSITORY } from "./generated-file.ts";

rmSync(join(REPOSITORY, "dist"), { recursive: true, force: true });
await Promise.all([
	bundleCommand(join(REPOSITORY, "dist")),
	build({ ...BUNDLE, entryPoints: ["src/engine/index.ts"], outfile: "dist/engine.js", platform: "neutral" }),
]);
await import("./build-playground.ts");

const { status } = spawnSync(join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", "tsconfig.types.json"], {
	cwd: REPOSITORY,
	stdio: "inherit",
});
if (status !== 0) process.exitCode = 1;
