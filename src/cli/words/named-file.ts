import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname, extname, resolve } from "node:path";
import { type Parsed, parseAgentDefinition, parseDefinition } from "../../definitions/index.ts";
import { type Catalog, nearestName, type Problem } from "../../engine/index.ts";
import { errorCode, readDefinitionFile } from "../../platform/index.ts";

/** The catalog in which a file's word means what the file says, or why it means nothing. */
type NamedFile =
	| { readonly ok: true; readonly kind: "profile" | "agent"; readonly catalog: Catalog }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Names may hold a slash (`nexus/trusted`); a file begins with a dot or a slash, or has an ending. */
export function isFileWord(word: string): boolean {
	return /^\.{0,2}\//.test(word) || /\.(yaml|yml|json|md)$/.test(word);
}

/**
 * Reads a file that a person names. Its folder or ending tells whether it is an agent definition, unless that is `asked` for.
 * SECURITY: it is as good as one in the person's own folder, and no better.
 */
export function readNamedFile(word: string, catalog: Catalog, directory: string, asked?: "profile" | "agent"): NamedFile {
	const path = resolve(directory, word);
	const read = readBytes(word, path);
	if (!read.ok) return read;
	const name = basename(path, extname(path));
	const place = { file: word, layer: "user", name } as const;
	const looksLikeAgent = path.endsWith(".md") || /\/agents\//.test(path);
	if (asked === "profile" && path.endsWith(".md")) return wrongKind(word);
	if (asked === "agent" || (asked === undefined && looksLikeAgent))
		return named("agent", parseAgentDefinition(read.bytes, place), (agent) => ({
			...catalog,
			agents: { ...catalog.agents, [word]: agent },
		}));
	return named("profile", parseDefinition(read.bytes, { ...place, kind: "profile", catalog }), (profile) => ({
		...catalog,
		profiles: { ...catalog.profiles, [word]: profile },
	}));
}

function named<T>(kind: "profile" | "agent", parsed: Parsed<T>, withIt: (definition: T) => Catalog): NamedFile {
	return parsed.ok ? { ok: true, kind, catalog: withIt(parsed.definition) } : parsed;
}

type ReadBytes = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly problems: readonly Problem[] };

/** A person who names a link means the file that it leads to. */
function readBytes(word: string, path: string): ReadBytes {
	let real: string;
	try {
		real = realpathSync(path);
	} catch (error) {
		return { ok: false, problems: [unreadableFile(word, path, errorCode(error))] };
	}
	const { files, problems } = readDefinitionFile(real, "user");
	const [file] = files;
	if (file !== undefined) return { ok: true, bytes: file.bytes };
	return { ok: false, problems: problems.map((problem) => ({ ...problem, message: `${word}: ${problem.message}` })) };
}

function wrongKind(word: string): NamedFile {
	const message = `${word} is an agent definition, not a profile`;
	const source = { layer: "user", file: word } as const;
	return {
		ok: false,
		problems: [{ severity: "error", code: "not-found", path: "profile", message, hint: `write --agent ${word}`, source }],
	};
}

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
