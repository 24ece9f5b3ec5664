import { dirname, join, normalize } from "node:path";

/** One row of layers.json: a room, and what it may import. */
export interface Layer {
	readonly folder: string;
	/** Other rooms, reached by their index.ts only. */
	readonly imports: readonly string[];
	readonly packages?: readonly string[];
	/** Packages that one folder of the room may import besides. */
	readonly inside?: Readonly<Record<string, readonly string[]>>;
	readonly node?: boolean;
}

/** An import that the table does not allow. */
export interface Violation {
	readonly file: string;
	readonly line: number;
	readonly message: string;
}

/** Every import of these files that `layers` does not allow; `texts` says what stands in each file. Tests beside the files may import anything. */
export function findViolations(texts: ReadonlyMap<string, string>, layers: readonly Layer[]): readonly Violation[] {
	return [...texts]
		.filter(([file]) => file.startsWith("src/") && !file.endsWith(".test.ts"))
		.flatMap(([file, text]) =>
			importsOf(text).flatMap(({ line, from }) => {
				const message = judge(file, from, layers);
				return message === null ? [] : [{ file, line, message }];
			}),
		);
}

/** Rooms around a file, the innermost first. */
function roomsAround(file: string, layers: readonly Layer[]): readonly Layer[] {
	return layers.filter(({ folder }) => file.startsWith(`${folder}/`)).toSorted((one, other) => other.folder.length - one.folder.length);
}

function judge(file: string, from: string, layers: readonly Layer[]): string | null {
	const [room] = roomsAround(file, layers);
	if (room === undefined) return "no room of layers.json holds this file";
	if (!from.startsWith(".")) return judgePackage(file, from, room);
	const target = normalize(join(dirname(file), from));
	// The version stands there, and nowhere else.
	if (target === "package.json") return null;
	if (!target.startsWith("src/")) return `${room.folder} may not import what lies outside src`;
	// From far away a room inside another one is only seen through the door of the outer one.
	const reached = roomsAround(target, layers)
		.toReversed()
		.find(({ folder }) => !file.startsWith(`${folder}/`));
	if (reached === undefined) {
		const [own] = roomsAround(target, layers);
		return own === room ? null : `${room.folder} lies inside ${own?.folder ?? "nothing"} and may not import it`;
	}
	if (!room.imports.includes(reached.folder)) return `${room.folder} may not import ${reached.folder}`;
	return target === `${reached.folder}/index.ts` ? null : `from outside ${reached.folder} only its index.ts is imported`;
}

function judgePackage(file: string, from: string, room: Layer): string | null {
	if (from.startsWith("node:")) return room.node === true ? null : `${room.folder} may import no module of Node`;
	const inside = Object.entries(room.inside ?? {}).flatMap(([folder, packages]) => (file.startsWith(`${folder}/`) ? packages : []));
	const permitted = [...(room.packages ?? []), ...inside];
	return permitted.some((name) => from === name || from.startsWith(`${name}/`))
		? null
		: `${room.folder} may not import the package ${from}`;
}

/** `import … from "x"`, `export … from "x"`, `import "x"` and `import("x")`: the formatter leaves no other spelling, and a test bans other forms. */
const IMPORT = /^(?:import|export)\b(?:[^;"'`]*?\bfrom)?\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm;

function importsOf(text: string): readonly { readonly line: number; readonly from: string }[] {
	return [...text.matchAll(IMPORT)].map((match) => ({
		line: text.slice(0, match.index).split("\n").length,
		from: match[1] ?? match[2] ?? "",
	}));
}
