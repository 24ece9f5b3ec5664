/** One row of layers.json. */
export interface Layer {
	readonly folder: string;
	/** Only these files of the folder belong to the layer; default: all below it. */
	readonly files?: string;
	/** Other layers, reached by their index.ts only. */
	readonly imports: readonly string[];
	readonly packages?: readonly string[];
	readonly node?: boolean;
	/** The row only adds to this layer: for everyone else it is the same layer. */
	readonly partOf?: string;
}

interface Restriction {
	readonly group: readonly string[];
	readonly message: string;
}

/** The linter's overrides, one per layer, in the order in which a later one replaces an earlier one. */
export function lintOverrides(layers: readonly Layer[]): readonly object[] {
	return layers.map((layer) => ({
		includes: [`${layer.folder}/${layer.files ?? "**"}`, "!**/*.test.ts"],
		linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns: restrictions(layer, layers) } } } } },
	}));
}

function restrictions(layer: Layer, layers: readonly Layer[]): readonly Restriction[] {
	const others = layers.filter((other) => isReachable(layer, other, layers));
	return [packages(layer), ...others.map((other) => restriction(layer, other))];
}

function packages({ folder, packages = [], node = false }: Layer): Restriction {
	const permitted = [...packages, ...(node ? ["node:*"] : [])];
	const allowed = ["./**", "../**", ...permitted.flatMap((name) => [name, `${name}/**`])];
	const message = `${folder} may import ${permitted.length === 0 ? "no package and no Node module" : `only ${permitted.join(", ")}`} (layers.json).`;
	return { group: ["**", ...allowed.map((pattern) => `!${pattern}`)], message };
}

function restriction(layer: Layer, other: Layer): Restriction {
	const path = `**/${pathBelowCommonFolder(layer.folder, other.folder)}`;
	if (layer.imports.includes(other.folder)) {
		return { group: [`${path}/**`, `!${path}/index.ts`], message: `From outside ${other.folder}, import only its index.ts.` };
	}
	return { group: [path, `${path}/**`], message: `${layer.folder} may not import ${other.folder} (layers.json).` };
}

/** Whether `other` is a layer of its own as `layer` sees it: neither the same, nor around it, nor hidden inside a third one. */
function isReachable(layer: Layer, other: Layer, layers: readonly Layer[]): boolean {
	if (other.partOf !== undefined || other.folder === (layer.partOf ?? layer.folder)) return false;
	if (contains(other.folder, layer.folder)) return false;
	return !layers.some(
		(around) => contains(around.folder, other.folder) && around.folder !== layer.folder && !contains(around.folder, layer.folder),
	);
}

function contains(folder: string, inner: string): boolean {
	return inner.startsWith(`${folder}/`);
}

/** The end of every relative import from `from` that reaches `to`: the shortest one has it, and each detour ends with it. */
function pathBelowCommonFolder(from: string, to: string): string {
	const fromParts = from.split("/");
	const toParts = to.split("/");
	const common = toParts.findIndex((part, index) => part !== fromParts[index]);
	return toParts.slice(common).join("/");
}
