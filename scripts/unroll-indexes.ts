import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import type { Plugin } from "esbuild";

/** Where a name that an index gives out is defined. */
interface Origin {
	readonly file: string;
	/** Its name there. */
	readonly name: string;
}

/**
 * Lets every import from an `index.ts` lead to the file that defines the name. A bundle in pieces is cut by files, so an index that
 * one piece asks for a single name would bring along everything that it gives out: each start would read all of it.
 */
export const unrollIndexes: Plugin = {
	name: "unroll-indexes",
	setup(build) {
		build.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({ contents: unroll(readFileSync(path, "utf8"), path), loader: "ts" }));
		// What no name of is used is left out: no file of ours does anything but define.
		build.onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir, kind }) =>
			kind === "entry-point" ? undefined : { path: resolve(resolveDir, path), sideEffects: false },
		);
	},
};

const IMPORT = /^import \{([^}]*)\} from "(\.[^"]*\/index\.ts)";$/gm;

function unroll(text: string, path: string): string {
	return text.replaceAll(IMPORT, (whole, names: string, from: string) => {
		const index = resolve(dirname(path), from);
		const lines = specifiers(names).map(({ name, alias }) => {
			const origin = originsOf(index).get(name);
			if (origin === undefined) return null;
			const target = relative(dirname(path), origin.file);
			return `import { ${origin.name} as ${alias} } from "${target.startsWith(".") ? target : `./${target}`}";`;
		});
		// A name that was not found stays where it was asked for.
		return lines.includes(null) ? whole : lines.join(" ");
	});
}

/** The names between braces, without types. */
function specifiers(names: string): readonly { readonly name: string; readonly alias: string }[] {
	return names
		.split(",")
		.map((one) => one.trim())
		.filter((one) => one !== "" && !one.startsWith("type "))
		.map((one) => {
			const [name = "", alias = name] = one.split(/\s+as\s+/);
			return { name, alias };
		});
}

const known = new Map<string, ReadonlyMap<string, Origin>>();

/** Everything that a file gives out, by its name. */
function originsOf(file: string): ReadonlyMap<string, Origin> {
	const kept = known.get(file);
	if (kept !== undefined) return kept;
	const origins = new Map<string, Origin>();
	known.set(file, origins);
	const text = readFileSync(file, "utf8");
	for (const [, from = ""] of text.matchAll(/^export \* from "(\.[^"]*)";$/gm)) {
		for (const [name, origin] of originsOf(resolve(dirname(file), from))) origins.set(name, origin);
	}
	for (const [, names = "", from = ""] of text.matchAll(/^export \{([^}]*)\} from "(\.[^"]*)";$/gm)) {
		const there = resolve(dirname(file), from);
		for (const { name, alias } of specifiers(names)) origins.set(alias, originsOf(there).get(name) ?? { file: there, name });
	}
	for (const [, name = ""] of text.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm))
		origins.set(name, { file, name });
	return origins;
}
