import type { HereDoc, Redirect, Redirection } from "unbash";
import { ask, deny, exportedName, isDangerous, judgePath, staticArgument } from "../commands/index.ts";
import type { FormId } from "./forms.ts";
import { readQuoted } from "./read-word.ts";
import { inside, outside, type Place, textOf, type Walk } from "./walk.ts";
import { expandOne, readValue } from "./words.ts";

const MOST_REDIRECTIONS = 1_000;

/** Judges where input comes from and output goes to. */
export function judgeRedirections(walk: Walk, redirections: readonly Redirection[], place: Place): void {
	for (const redirection of redirections) {
		// SECURITY: a command may have any number of them (test/decide/bad-input.test.ts).
		if (++walk.count.redirections > MOST_REDIRECTIONS) {
			if (walk.count.redirections === MOST_REDIRECTIONS + 1)
				walk.findings.push(deny("command-unparsable", textOf(walk, redirection), "The command has more than 1,000 redirections"));
			return;
		}
		const segment = textOf(walk, redirection);
		const { descriptor } = redirection;
		if (descriptor !== undefined && (descriptor.type !== "FileDescriptor" || descriptor.value > 2)) {
			if (descriptor.type === "FileDescriptorVariable" && isDangerous(descriptor.name))
				walk.findings.push(exportedName(descriptor.name, segment));
			else outside(walk, "descriptor", segment);
			continue;
		}
		if (redirection.type === "HereDoc") judgeHereDocument(walk, redirection, segment, place);
		else if (redirection.target === undefined) walk.findings.push(deny("command-unparsable", segment, "A redirection has no target"));
		else if (redirection.type === "HereString") {
			if (inside(walk, "here-string", segment)) readValue(walk, redirection.target, place);
		} else judgeRedirect(walk, redirection, segment, place);
	}
}

const FILES: ReadonlyMap<string, readonly [FormId, ...("read" | "write")[]]> = new Map([
	[">", ["write-file", "write"]],
	[">>", ["write-file", "write"]],
	[">|", ["write-file", "write"]],
	["&>", ["write-both", "write"]],
	["&>>", ["write-both", "write"]],
	[">&", ["write-both", "write"]],
	["<", ["read-file", "read"]],
	["<>", ["read-write", "read", "write"]],
]);

function judgeRedirect(walk: Walk, { operator, descriptor, target }: Redirect, segment: string, place: Place): void {
	if (target === undefined) return;
	const [form, ...roles] = FILES.get(operator) ?? [];
	// SECURITY: `>&2x` writes the file 2x, `>&2` nothing (test/corpus).
	if (operator === ">&" && /^(?:[12]|-)$/.test(target.text)) {
		inside(walk, target.text === "-" ? "close" : "duplicate", segment);
		return;
	}
	if (form === undefined || (operator === ">&" && (descriptor !== undefined || /^\d/.test(target.text)))) {
		outside(walk, "redirection", segment);
		return;
	}
	if (!inside(walk, form, segment)) return;
	const file = expandOne(walk, target, place);
	if (file === null) return;
	if (file.text === null || file.text === "") {
		outside(walk, "redirection", segment);
		return;
	}
	if (/^\/dev\/(?:tcp|udp)(?:\/|$)/.test(file.text)) {
		const [, , , host = "", port = ""] = file.text.split("/");
		const finding = walk.policy.host(`${host}:${port}`);
		walk.findings.push(
			finding === null ? ask("command-redirect", segment, "The shell itself would open a network connection") : { ...finding, segment },
		);
		return;
	}
	for (const role of roles) judgePath(walk, role, staticArgument(file.text, segment), place, segment);
}

const DELIMITER = /^(?:[A-Za-z_][A-Za-z0-9_]*|'[A-Za-z_][A-Za-z0-9_]*'|"[A-Za-z_][A-Za-z0-9_]*"|\\[A-Za-z_][A-Za-z0-9_]*)$/;

function judgeHereDocument(walk: Walk, { delimiter, body, closing, operator }: HereDoc, segment: string, place: Place): void {
	if (closing === undefined) {
		walk.findings.push(deny("command-unparsable", segment, "A here-document is not closed"));
		return;
	}
	const mark = delimiter?.value ?? "";
	const early = new RegExp(`^${operator === "<<-" ? "\\t*" : ""}${mark}.`, "m");
	// SECURITY: inside `$( )` bash ends the body at `END)` and runs what follows.
	if (
		delimiter === undefined ||
		!DELIMITER.test(delimiter.text) ||
		place.substituted === "among" ||
		(place.substituted === "alone" && early.test(body.text))
	) {
		outside(walk, "here-document", segment);
		return;
	}
	if (!inside(walk, delimiter.quoted ? "here-document-quoted" : "here-document", segment) || delimiter.quoted) return;
	if (!/[$`\\]/.test(body.text)) return;
	if (
		body.text.includes("`") ||
		body.parts === undefined ||
		body.parts.some((part) => part.type === "Literal" && /[$`\\]/.test(part.text))
	) {
		outside(walk, "here-document", segment);
		return;
	}
	readQuoted(walk, body.parts, place);
}
