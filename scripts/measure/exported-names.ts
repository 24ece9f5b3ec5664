import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { nodesOf, readSources, type SourceFile, type SyntaxNode, wordOf } from "./source-tree.ts";

/** The sources of a checkout, asked by names instead of paths: files may move between two askings. */
export interface NamedSources {
	readonly files: readonly SourceFile[];
	/** What a file gives out: `name`, or `type name`. */
	readonly exportsOf: (path: string) => readonly string[];
	/** The value that goes by an exported name, wherever it is defined; `undefined` when no file, or more than one, defines it. */
	readonly valueNamed: (name: string) => Promise<unknown>;
	/** The same, called. */
	readonly call: (name: string, ...words: readonly unknown[]) => Promise<unknown>;
}

/** Reads the sources of a checkout. */
export function nameSources(root: string): NamedSources {
	const files = readSources(root);
	const byPath = new Map(files.map((file) => [file.path, file]));
	const exportsOf = (path: string): readonly string[] => {
		const file = byPath.get(path);
		if (file === undefined) throw new Error(`There is no ${path}`);
		return nodesOf(file.program.body).flatMap((statement) => {
			const from = wordOf(statement.source);
			if (statement.type === "ExportAllDeclaration" && from !== null) return exportsOf(join(dirname(path), from));
			return statement.type === "ExportNamedDeclaration" ? namesOf(statement) : [];
		});
	};
	const valueNamed = async (name: string): Promise<unknown> => {
		const [path, ...others] = files.filter((file) => defines(file, name)).map((file) => file.path);
		if (path === undefined || others.length > 0) {
			console.error(`${name} is defined ${path === undefined ? "nowhere" : `more than once: ${[path, ...others].join(", ")}`}`);
			return undefined;
		}
		const module: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(root, path)).href);
		return module[name];
	};
	return {
		files,
		exportsOf,
		valueNamed,
		async call(name, ...words) {
			const value = await valueNamed(name);
			return typeof value === "function" ? value(...words) : undefined;
		},
	};
}

/** The names that one `export` gives out. */
function namesOf({ declaration, specifiers, exportKind }: SyntaxNode): readonly string[] {
	const given = nodesOf(specifiers).map((specifier) => {
		const name = wordOf(specifier.exported) ?? "";
		return exportKind === "type" || specifier.exportKind === "type" ? `type ${name}` : name;
	});
	return [...given, ...declaredNames(declaration)];
}

function declaredNames(declaration: unknown): readonly string[] {
	return nodesOf([declaration]).flatMap(({ type, id, declarations }) => {
		if (type === "VariableDeclaration") return nodesOf(declarations).map((one) => wordOf(one.id) ?? "");
		const name = wordOf(id) ?? "";
		return type === "TSTypeAliasDeclaration" || type === "TSInterfaceDeclaration" ? [`type ${name}`] : [name];
	});
}

function defines({ program }: SourceFile, name: string): boolean {
	return nodesOf(program.body).some((statement) => declaredNames(statement.declaration).includes(name));
}
