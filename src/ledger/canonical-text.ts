import { rememberNames } from "./memory.ts";

/** The same text as the engine's `canonicalJson`, written for small values and many of them: every decision passes here. */
export function canonicalText(value: unknown): string {
	if (typeof value === "string") return quote(value);
	if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
	return Array.isArray(value) ? listText(value) : objectText(value as Readonly<Record<string, unknown>>);
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

function objectText(members: Readonly<Record<string, unknown>>): string {
	const names = Object.keys(members);
	putInOrder(names);
	let text = "";
	for (const name of names) {
		const member = members[name];
		if (member === undefined) continue;
		text += (text === "" ? "{" : ",") + nameText(name) + canonicalText(member);
	}
	return text === "" ? "{}" : `${text}}`;
}

/** A few names are sorted in a few steps; the built-in sort takes longer to start. */
function putInOrder(names: string[]): void {
	if (names.length > FEW) {
		names.sort();
		return;
	}
	for (let index = 1; index < names.length; index++) {
		const name = names[index] ?? "";
		let at = index;
		for (let before = names[at - 1] ?? ""; at > 0 && before > name; before = names[at - 1] ?? "") names[at--] = before;
		names[at] = name;
	}
}

const FEW = 8;

const nameText = rememberNames((name) => `${quote(name)}:`);
