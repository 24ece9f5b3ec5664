import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { functionsOf, isNode, readSources, type SourceFile, type SyntaxNode } from "./source-tree.ts";

/** Where each function stands, by its number. */
export type FunctionFiles = readonly string[];

/** Writes a copy of a checkout's sources in which every function says its number when it is entered. */
export function traceSources(root: string, folder: string): FunctionFiles {
	const files: string[] = [];
	for (const file of readSources(root)) {
		const target = join(folder, relative("src", file.path));
		mkdirSync(dirname(target), { recursive: true });
		writeFileSync(target, traced(file, files));
	}
	return files;
}

interface Insertion {
	readonly at: number;
	readonly text: string;
}

function traced(file: SourceFile, files: string[]): string {
	const insertions: Insertion[] = [];
	for (const { node, body } of functionsOf(file)) {
		const number = files.push(file.path) - 1;
		// Between `=>` and the body there may be a bracket, which belongs to neither.
		const arrow = file.text.lastIndexOf("=>", body.start) + 2;
		if (body.type === "BlockStatement") insertions.push({ at: body.start + 1, text: `__entered(${number});` });
		else insertions.push({ at: arrow, text: `(__entered(${number}),(` }, { at: node.end, text: "))" });
	}
	if (!waitsAtTop(file.program)) insertions.push({ at: 0, text: "__loading(1);" }, { at: file.text.length, text: "\n__loading(-1);\n" });
	return insertAll(file.text, insertions);
}

/** All closings are alike, so their order at one place does not matter. */
function insertAll(text: string, insertions: readonly Insertion[]): string {
	let result = "";
	let from = 0;
	for (const { at, text: inserted } of insertions.toSorted((one, other) => one.at - other.at)) {
		result += text.slice(from, at) + inserted;
		from = at;
	}
	return result + text.slice(from);
}

function waitsAtTop(program: SyntaxNode): boolean {
	let waits = false;
	const enter = (node: SyntaxNode): void => {
		if (/Function/.test(node.type)) return;
		if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await === true)) waits = true;
		for (const member of Object.values(node)) for (const part of Array.isArray(member) ? member : [member]) if (isNode(part)) enter(part);
	};
	enter(program);
	return waits;
}
