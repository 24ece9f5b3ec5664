import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseAst } from "vitest/node";

/** One file of the sources, read. */
export interface SourceFile {
	/** Relative to the checkout. */
	readonly path: string;
	readonly text: string;
	readonly program: SyntaxNode;
}

/** A piece of a parsed file, as ESTree has it. */
export interface SyntaxNode {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [member: string]: unknown;
}

/** Every file of a checkout's `src` that is not a test, sorted by its path. */
export function readSources(root: string): readonly SourceFile[] {
	return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
		.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
		.map((path) => join("src", path))
		.toSorted()
		.map((path) => {
			const text = readFileSync(join(root, path), "utf8");
			return { path, text, program: parse(path, text) };
		});
}

function parse(path: string, text: string): SyntaxNode {
	const program: unknown = parseAst(text, { lang: "ts" }, path);
	if (!isNode(program)) throw new Error(`${path} could not be read`);
	return program;
}

/** Every piece below one, and itself, from the first to the last; `parent` is what holds it. */
export function eachNode(node: SyntaxNode, visit: (node: SyntaxNode, parent: SyntaxNode | null) => void): void {
	const enter = (one: SyntaxNode, parent: SyntaxNode | null): void => {
		visit(one, parent);
		for (const member of Object.values(one)) {
			if (Array.isArray(member)) for (const part of member) isNode(part) && enter(part, one);
			else if (isNode(member)) enter(member, one);
		}
	};
	enter(node, null);
}

export function isNode(value: unknown): value is SyntaxNode {
	return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string" && "start" in value;
}

/** The pieces of a list, such as the parameters of a function. */
export function nodesOf(value: unknown): readonly SyntaxNode[] {
	return Array.isArray(value) ? value.filter(isNode) : [];
}

/** What a piece is called, or the text that it is. */
export function wordOf(value: unknown): string | null {
	if (!isNode(value)) return null;
	const word = value.type === "Identifier" || value.type === "PrivateIdentifier" ? value.name : value.value;
	return typeof word === "string" ? word : null;
}

/** A function with its body. */
export interface SourceFunction {
	readonly node: SyntaxNode;
	readonly body: SyntaxNode;
	/** Its own name, or that of what it is given to. */
	readonly name: string;
	/** The line on which it begins. */
	readonly line: number;
	/** From its first line to its last. */
	readonly lines: number;
	/** Without `this`. */
	readonly parameters: number;
}

const FUNCTIONS: ReadonlySet<string> = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Every function of a file, also those inside others. */
export function functionsOf({ text, program }: SourceFile): readonly SourceFunction[] {
	const functions: SourceFunction[] = [];
	eachNode(program, (node, parent) => {
		if (!FUNCTIONS.has(node.type) || !isNode(node.body)) return;
		const line = lineOf(text, node.start);
		functions.push({
			node,
			body: node.body,
			name: wordOf(node.id) ?? wordOf(parent?.key) ?? wordOf(parent?.id) ?? "",
			line,
			lines: lineOf(text, node.end) - line + 1,
			parameters: nodesOf(node.params).filter((parameter) => wordOf(parameter) !== "this").length,
		});
	});
	return functions;
}

function lineOf(text: string, position: number): number {
	let line = 1;
	for (let at = text.indexOf("\n"); at >= 0 && at < position; at = text.indexOf("\n", at + 1)) line++;
	return line;
}

/** The files that a file imports or gives on, imports on demand included, each once; without types only what is read when it runs. */
export function importsOf({ path, program }: SourceFile, withTypes: boolean): readonly string[] {
	const found = new Set<string>();
	eachNode(program, ({ source, type, importKind, exportKind }) => {
		const from = wordOf(source);
		const isType = importKind === "type" || exportKind === "type" || type === "TSImportType";
		if (from?.startsWith(".") && IMPORTS.has(type) && (withTypes || !isType)) found.add(relative(".", resolve(dirname(path), from)));
	});
	return [...found];
}

const IMPORTS: ReadonlySet<string> = new Set([
	"ImportDeclaration",
	"ExportNamedDeclaration",
	"ExportAllDeclaration",
	"ImportExpression",
	"TSImportType",
]);
