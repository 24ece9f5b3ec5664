import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect, it } from "vitest";

it("[engine-browser] the engine bundles for a browser without any module of Node", async () => {
	const { outputFiles, metafile } = await build({
		absWorkingDir: join(import.meta.dirname, "../.."),
		entryPoints: ["src/engine/index.ts"],
		bundle: true,
		write: false,
		metafile: true,
		minify: true,
		format: "esm",
		platform: "browser",
		logLevel: "silent",
	});
	const outside = Object.values(metafile.outputs).flatMap((output) => output.imports.filter(({ external }) => external));
	expect(outside).toEqual([]);
	const packages = Object.keys(metafile.inputs).filter((path) => path.includes("node_modules/"));
	expect(packages.filter((path) => !path.includes("node_modules/unbash/"))).toEqual([]);
	const [bundle] = outputFiles;
	console.log(
		`engine for the browser: ${kilobytes(bundle?.contents.length)} kB minified, ${kilobytes(gzipSync(bundle?.contents ?? "").length)} kB gzipped`,
	);
});

function kilobytes(bytes = 0): string {
	return (bytes / 1000).toFixed(0);
}
