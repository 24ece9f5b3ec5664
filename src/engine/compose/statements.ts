import { allowedText, childPath, isConditionalEntry } from "../match/index.ts";

/** One thing that a document says: an entry of a list, or a plain value or an empty list (entry `""`), and where it stands in the document. */
export interface Statement {
	/** `tools.allowed`, `resources.max_turns`, `tools.permissions.Bash.timeout` … */
	readonly dimension: string;
	readonly entry: string;
	readonly path: string;
}

const IDENTITY = new Set(["name", "type", "version", "description", "author", "extends", "include", "when"]);

/** Everything that a profile or overrides say, in the order of the document. `*_add` says what the plain key says. */
export function statementsOf(document: object): readonly Statement[] {
	const statements: Statement[] = [];
	for (const [key, value] of Object.entries(document)) {
		if (!IDENTITY.has(key)) collect(value, key, key, statements);
	}
	return statements;
}

function collect(value: unknown, dimension: string, path: string, statements: Statement[]): void {
	if (value === undefined) return;
	if (Array.isArray(value) && value.length > 0) {
		value.forEach((entry, index) => {
			statements.push({ dimension, entry: isConditionalEntry(entry) ? allowedText(entry) : String(entry), path: childPath(path, index) });
		});
		return;
	}
	if (typeof value !== "object" || value === null || Array.isArray(value) || isWhole(dimension)) {
		statements.push({ dimension, entry: "", path });
		return;
	}
	for (const [key, member] of Object.entries(value)) {
		if (key.endsWith("_remove")) continue;
		const named = dimension === "tools" || dimension === "filesystem" ? key.replace(/_add$/, "") : key;
		collect(member, childPath(dimension, named), childPath(path, key), statements);
	}
}

/** A declaration of a tool and the rule for one argument are one statement each, whatever they hold. */
function isWhole(dimension: string): boolean {
	return dimension.startsWith("tools.declare.") || dimension.startsWith("tools.declare[") || /\.arguments[.[]/.test(dimension);
}
