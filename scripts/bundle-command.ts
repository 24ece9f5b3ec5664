import { join, relative } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { REPOSITORY } from "./generated-file.ts";
import { unrollIndexes } from "./unroll-indexes.ts";

/** What every bundle has in common. */
export const BUNDLE: BuildOptions = {
	absWorkingDir: REPOSITORY,
	bundle: true,
	format: "esm",
	target: "es2023",
	legalComments: "none",
	logLevel: "warning",
};

/** Bundles the command into a folder: `writ.mjs`, with the pieces that its subcommands bring, and `run/start.cjs` for `writ run` alone. */
export async function bundleCommand(outdir: string): Promise<void> {
	await Promise.all([bundleAll(outdir), bundleRun(outdir)]);
}

async function bundleAll(outdir: string): Promise<void> {
	await build({
		...BUNDLE,
		// The thread is started by its own file.
		entryPoints: { writ: "src/cli/main.ts", "chain-thread": "src/ledger/fast/chain-thread.ts" },
		outdir,
		outExtension: { ".js": ".mjs" },
		// Each subcommand brings only what it needs: most of the time to start is spent on reading code.
		splitting: true,
		chunkNames: "chunks/[name]-[hash]",
		minify: true,
		keepNames: true,
		platform: "node",
		plugins: [unrollIndexes],
		// Packages written as CommonJS ask for Node's modules with `require`.
		banner: { js: 'import { createRequire as requireFrom } from "node:module";const require = requireFrom(import.meta.url);' },
	});
}

/** What `writ run` reads only when it is needed, and `main-run`, which is read when Node is told to keep what it compiles. */
const APART: Readonly<Record<string, string>> = {
	"main-run": "src/cli/main-run.ts",
	"start-daemon": "src/client/start-daemon.ts",
	"compose-own": "src/cli/run/compose-own.ts",
	definitions: "src/definitions/index.ts",
	"probe-machine": "src/supervise/probe-machine.ts",
	"run-network": "src/supervise/run-network.ts",
};

/**
 * `writ run` stands before every program that is started, so that it has files of its own: few, because Node takes its time for each,
 * compiled once, and as CommonJS, which Node starts faster.
 */
async function bundleRun(outdir: string): Promise<void> {
	await build({
		...BUNDLE,
		format: "cjs",
		entryPoints: { start: "src/cli/start-run.ts", ...APART },
		outdir: join(outdir, "run"),
		outExtension: { ".js": ".cjs" },
		minify: true,
		keepNames: true,
		platform: "node",
		supported: { "dynamic-import": false },
		define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
		plugins: [apart, unrollIndexes],
	});
}

/** What is imported when it is needed is a file of its own. */
const apart: Plugin = {
	name: "apart",
	setup({ onResolve }) {
		onResolve({ filter: /^\.{1,2}\// }, ({ kind, path, resolveDir }) => {
			const file = relative(REPOSITORY, join(resolveDir, path));
			const [name] = Object.entries(APART).find(([, source]) => source === file) ?? [];
			return kind === "dynamic-import" && name !== undefined ? { path: `./${name}.cjs`, external: true } : null;
		});
	},
};
