/** Bundles the playground (dist/playground): one page, one script, one style sheet, nothing from elsewhere. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { REPOSITORY } from "./generated-file.ts";

const source = join(REPOSITORY, "web/playground");
const target = join(REPOSITORY, "dist/playground");
const definitions = join(REPOSITORY, "definitions/profiles");

/** The shipped profiles as people wrote them: the page shows their text, comments and all. */
const shippedTexts: Plugin = {
	name: "shipped-texts",
	setup(bundle) {
		bundle.onLoad({ filter: /web\/playground\/shipped-texts\.ts$/ }, () => {
			const files = readdirSync(definitions, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
			const texts = files.toSorted().map((name) => [name.slice(0, -".yaml".length), readFileSync(join(definitions, name), "utf8")]);
			return { contents: `export default ${JSON.stringify(Object.fromEntries(texts))};`, loader: "js" };
		});
	},
};

mkdirSync(target, { recursive: true });
await build({
	absWorkingDir: REPOSITORY,
	entryPoints: [join(source, "main.ts"), join(source, "main.css")],
	outdir: target,
	bundle: true,
	minify: true,
	format: "esm",
	platform: "browser",
	target: "es2023",
	legalComments: "none",
	logLevel: "warning",
	plugins: [shippedTexts],
});
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(source, name), join(target, name));
