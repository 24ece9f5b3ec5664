import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { nearestName, type Problem } from "../engine/index.ts";

/** Why a file that a person named cannot be read, in words: what was looked for, and what to do. */
export function unreadableFile(word: string, path: string, code: string): Problem {
	const { message, hint } = said(word, path, code);
	return { severity: "error", code: "not-readable", path: "", message, hint, source: { layer: "user", file: word } };
}

function said(word: string, path: string, code: string): { readonly message: string; readonly hint: string } {
	switch (code) {
		case "ENOENT":
		case "ENOTDIR":
			return { message: `there is no file ${word}`, hint: whereLooked(path) };
		case "EISDIR":
			return { message: `${word} is a folder, not a file`, hint: "name one file in it" };
		case "EACCES":
		case "EPERM":
			return { message: `you may not read ${word}`, hint: `see who may: ls -l ${path}` };
		case "ELOOP":
			return { message: `${word} is a link that leads in a circle`, hint: "name the file itself" };
		default:
			return { message: `${word} cannot be read (${code})`, hint: `look at ${path}` };
	}
}

function whereLooked(path: string): string {
	const near = nearestName(basename(path), namesIn(dirname(path)));
	return near === undefined ? `it was looked for at ${path}` : `it was looked for at ${path}; did you mean ${near}?`;
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder).slice(0, 1000);
	} catch {
		return [];
	}
}
