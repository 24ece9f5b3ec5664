/** The same text as the engine's `canonicalJson`, written for small values and many of them: every decision passes here. */
export function canonicalText(value: unknown): string {
	if (typeof value === "string") return quote(value);
	if (isObject(value)) return objectText(value);
	return Array.isArray(value) ? listText(value) : (JSON.stringify(value) ?? "null");
}

/** A text in JSON. */
export function quote(text: string): string {
	return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** What JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

function listText(list: readonly unknown[]): string {
	let text = "[";
	for (let index = 0; index < list.length; index++) text += index === 0 ? canonicalText(list[index]) : `,${canonicalText(list[index])}`;
	return `${text}]`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function objectText(members: Readonly<Record<string, unknown>>): string {
	const names = Object.keys(members);
	if (!inOrder(names)) names.sort();
	let text = "{";
	for (const name of names) {
		const member = members[name];
		if (member === undefined) continue;
		text += `${text === "{" ? "" : ","}${quote(name)}:${canonicalText(member)}`;
	}
	return `${text}}`;
}

function inOrder(names: readonly string[]): boolean {
	for (let index = 1; index < names.length; index++) if ((names[index - 1] ?? "") > (names[index] ?? "")) return false;
	return true;
}
