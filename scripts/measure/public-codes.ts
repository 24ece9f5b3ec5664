import { eachNode, nodesOf, type SourceFile, type SyntaxNode, wordOf } from "./source-tree.ts";

/** Every text that the sources say, each once: literals and the pieces of templates, without the paths of imports. */
export function textsOf(files: readonly SourceFile[]): readonly string[] {
	const texts = new Set<string>();
	for (const { program } of files) {
		eachNode(program, (node, parent) => {
			if (node.type === "TemplateElement") texts.add(rawOf(node));
			if (node.type !== "Literal" || typeof node.raw !== "string" || parent?.source === node) return;
			texts.add(wordOf(node) ?? node.raw);
		});
	}
	return [...texts].toSorted();
}

function rawOf({ value }: SyntaxNode): string {
	return typeof value === "object" && value !== null && "raw" in value ? String(value.raw) : "";
}

/** Who takes a code, and as which of its words. */
const TAKERS: Readonly<Record<string, number>> = { WritError: 0, refuse: 0, failure: 0, problem: 1 };

/** Stable codes of errors, refusals and problems: what stands as `code:` or is handed to the function that makes one. */
export function errorCodes(files: readonly SourceFile[]): readonly string[] {
	const codes = new Set<string>();
	const add = (node: SyntaxNode | undefined): void => {
		if (node === undefined) return;
		const { type, left, right, consequent, alternate } = node;
		const word = type === "Literal" ? wordOf(node) : null;
		if (word !== null && CODE.test(word)) codes.add(word);
		if (type === "ConditionalExpression") for (const one of nodesOf([consequent, alternate])) add(one);
		if (type === "LogicalExpression") for (const one of nodesOf([left, right])) add(one);
	};
	for (const { program } of files) {
		eachNode(program, (node) => {
			if (node.type === "Property" && wordOf(node.key) === "code") add(nodesOf([node.value])[0]);
			const taken = TAKERS[wordOf(node.callee) ?? ""];
			if (taken !== undefined) for (const word of [nodesOf(node.arguments)[taken], nodesOf(node.arguments)[0]]) add(word);
		});
	}
	return [...codes].toSorted();
}

/** `no-edge`, and `AGENT_PERMISSION_DENIED` of other systems' wires. */
const CODE = /^(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*|[A-Z]+(?:_[A-Z]+)+)$/;
