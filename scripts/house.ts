/** `node scripts/house.ts [ROOT] [--json]`: how a checkout's `src` is laid out, in figures. */
import { basename, dirname, join, resolve } from "node:path";
import { functionsOf, importsOf, readSources, type SourceFile } from "./measure/source-tree.ts";

/** Files that belong to their only importer: shorter than this. */
const SMALL = 60;
const CROWDED = 30;
const LONG = 60;
const MOST_PARAMETERS = 4;

const words = process.argv.slice(2);
const root = resolve(words.find((word) => !word.startsWith("--")) ?? join(import.meta.dirname, ".."));
const measured = measure(readSources(root));
console.log(words.includes("--json") ? JSON.stringify(measured, undefined, "\t") : summary(measured));

type Measured = ReturnType<typeof measure>;

function measure(files: readonly SourceFile[]) {
	const lines = new Map(files.map(({ path, text }) => [path, text.split("\n").length - 1]));
	const total = files.reduce((sum, { path }) => sum + (lines.get(path) ?? 0), 0);
	const sorted = [...lines.values()].toSorted((one, other) => one - other);
	const importsAmong = (withTypes: boolean) =>
		new Map(files.map((file) => [file.path, importsOf(file, withTypes).filter((path) => lines.has(path))]));
	const imports = importsAmong(true);
	const values = importsAmong(false);
	const loners = findLoners(lines, imports);
	const neighbours = loners.filter(({ importer }) => basename(importer) !== "index.ts");
	const folders = [...Map.groupBy(lines.keys(), (path) => dirname(path))].map(([folder, inside]) => ({ folder, files: inside.length }));
	const components = findComponents(imports);
	const functions = files.flatMap((file) => functionsOf(file).map((one) => ({ ...one, path: file.path })));
	const place = ({ path, line, name }: { readonly path: string; readonly line: number; readonly name: string }) =>
		`${path}:${line} ${name}`;
	const long = functions.filter((one) => one.lines > LONG);
	const wide = functions.filter(({ parameters }) => parameters > MOST_PARAMETERS);
	return {
		files: files.length,
		lines: total,
		filesPer10000Lines: Math.round((files.length / total) * 10_000),
		medianLines: sorted[Math.floor(sorted.length / 2)] ?? 0,
		longestFile: sorted.at(-1) ?? 0,
		folders: folders.length,
		rooms: [...lines.keys()].filter((path) => basename(path) === "index.ts").length,
		/** Under 60 lines, with exactly one importer, which lies in the same room. */
		smallFilesOfOneImporter: { ...shareOf(loners, files), files: loners.map(({ path }) => path) },
		/** Those of them whose importer is not just an index that gives them out. */
		smallFilesOfOneNeighbour: shareOf(neighbours, files),
		crowdedFolders: folders.filter((one) => one.files > CROWDED).toSorted((one, other) => other.files - one.files),
		longestChain: longestChain(imports, components),
		longestChainOfValues: longestChain(values, findComponents(values)),
		cycles: components.filter(({ length }) => length > 1),
		longFunctions: { count: long.length, places: long.map((one) => `${place(one)} (${one.lines})`) },
		wideFunctions: { count: wide.length, places: wide.map((one) => `${place(one)} (${one.parameters})`) },
	};
}

function shareOf(some: readonly unknown[], all: readonly unknown[]): { readonly count: number; readonly percent: number } {
	return { count: some.length, percent: Math.round((some.length / all.length) * 1000) / 10 };
}

/** A small file that only one file of its room imports. */
interface Loner {
	readonly path: string;
	readonly importer: string;
}

function findLoners(lines: ReadonlyMap<string, number>, imports: ReadonlyMap<string, readonly string[]>): readonly Loner[] {
	const importers = new Map<string, string[]>();
	for (const [importer, imported] of imports) for (const path of imported) importers.set(path, [...(importers.get(path) ?? []), importer]);
	return [...lines].flatMap(([path, length]) => {
		const [only, ...more] = importers.get(path) ?? [];
		if (length >= SMALL || only === undefined || more.length > 0) return [];
		return roomOf(path, lines) === roomOf(only, lines) ? [{ path, importer: only }] : [];
	});
}

/** The nearest folder with an index, else the file's own. */
function roomOf(path: string, lines: ReadonlyMap<string, number>): string {
	for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) if (lines.has(join(folder, "index.ts"))) return folder;
	return dirname(path);
}

/** The files in groups whose members reach each other (Tarjan); an imported file stands before its importers. */
function findComponents(imports: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
	const numbers = new Map<string, number>();
	const lowest = new Map<string, number>();
	const open: string[] = [];
	const components: string[][] = [];
	const visit = (path: string): number => {
		const number = numbers.size;
		numbers.set(path, number);
		open.push(path);
		let low = number;
		for (const next of imports.get(path) ?? []) {
			if (!numbers.has(next)) low = Math.min(low, visit(next));
			else if (open.includes(next)) low = Math.min(low, numbers.get(next) ?? low);
		}
		lowest.set(path, low);
		if (low === number) components.push(open.splice(open.indexOf(path)));
		return low;
	};
	for (const path of imports.keys()) if (!numbers.has(path)) visit(path);
	return components;
}

/** The most files that import each other in a row; a cycle counts with all of its files. */
function longestChain(
	imports: ReadonlyMap<string, readonly string[]>,
	components: readonly (readonly string[])[],
): { readonly files: number; readonly from: string; readonly to: string } {
	const chains = new Map<string, { readonly files: number; readonly from: string; readonly to: string }>();
	let longest = { files: 0, from: "", to: "" };
	for (const members of components) {
		const [first = ""] = members;
		let best = { files: 0, from: "", to: first };
		for (const next of members.flatMap((path) => imports.get(path) ?? [])) {
			const chain = chains.get(next);
			if (chain !== undefined && !members.includes(next) && chain.files > best.files) best = chain;
		}
		const own = { files: best.files + members.length, from: first, to: best.to };
		for (const path of members) chains.set(path, own);
		if (own.files > longest.files) longest = own;
	}
	return longest;
}

function summary(measured: Measured): string {
	const {
		smallFilesOfOneImporter: small,
		smallFilesOfOneNeighbour: neighbours,
		crowdedFolders: crowded,
		longestChain: chain,
		longestChainOfValues: valueChain,
		cycles,
	} = measured;
	const rows: readonly (readonly [string, string])[] = [
		["files", count(measured.files)],
		["lines", count(measured.lines)],
		["files per 10,000 lines", count(measured.filesPer10000Lines)],
		["lines of a file, median", `${measured.medianLines} (longest ${count(measured.longestFile)})`],
		["folders, with an index.ts", `${measured.folders}, ${measured.rooms}`],
		["under 60 lines, one importer in their room", `${count(small.count)} (${small.percent} %)`],
		["… which is not just an index.ts", `${count(neighbours.count)} (${neighbours.percent} %)`],
		["folders over 30 files", `${crowded.length}${crowded.map(({ folder, files }) => `\n    ${folder} ${files}`).join("")}`],
		["longest import chain", `${chain.files} files (${chain.from} … ${chain.to})`],
		["… without types", `${valueChain.files} files (${valueChain.from} … ${valueChain.to})`],
		["import cycles between files", `${cycles.length}${cycles.map((files) => `\n    ${files.join(" → ")}`).join("")}`],
		["functions over 60 lines", count(measured.longFunctions.count)],
		["functions with more than 4 parameters", count(measured.wideFunctions.count)],
	];
	return rows.map(([label, text]) => `${label.padEnd(44)}${text}`).join("\n");
}

function count(number: number): string {
	return number.toLocaleString("en");
}
