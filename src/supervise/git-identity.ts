import { closeSync, constants, fstatSync, lchownSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostUser } from "../sandbox/index.ts";

/** Who a person is to git. */
interface GitIdentity {
	readonly name?: string;
	readonly email?: string;
}

/**
 * Gives a run the author and committer of the person who starts it: a `.gitconfig` with these two values and nothing else.
 * SECURITY: git itself is not asked, since it would run what the repository configures; and of the person's file nothing else is passed on,
 * as it may hold credentials, programs and further files.
 */
export function passIdentity(personsHome: string, home: string, user: HostUser | null): void {
	const { name, email } = readIdentity(personsHome);
	const lines = [
		...(name === undefined ? [] : [`\tname = ${quoted(name)}`]),
		...(email === undefined ? [] : [`\temail = ${quoted(email)}`]),
	];
	if (lines.length === 0) return;
	const file = join(home, ".gitconfig");
	writeFileSync(file, `[user]\n${lines.join("\n")}\n`, { mode: 0o600, flag: "wx" });
	if (user !== null) lchownSync(file, user.uid, user.gid);
}

/** The identity in a person's own files; what the later one says holds, as for git. */
export function readIdentity(personsHome: string): GitIdentity {
	const texts = [".config/git/config", ".gitconfig"].map((file) => readSmall(join(personsHome, file)));
	return Object.assign({}, ...texts.map(identityIn));
}

/** Larger than any configuration that people write. */
const MOST_BYTES = 256 * 1024;

function readSmall(path: string): string {
	try {
		// A pipe in its place must not hold the start up.
		const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			const stats = fstatSync(descriptor);
			return stats.isFile() && stats.size <= MOST_BYTES ? readFileSync(descriptor, "utf8") : "";
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return "";
	}
}

/** The values of the section `user`; one that goes on in the next line, or holds what a name has not, is left out. */
export function identityIn(text: string): GitIdentity {
	let isUser = false;
	const found: { name?: string; email?: string } = {};
	for (const line of text.split("\n")) {
		const section = /^\s*\[([^\]]*)\](.*)$/.exec(line);
		if (section !== null) isUser = section[1]?.trim().toLowerCase() === "user";
		const [, key, written] = (isUser ? /^\s*(name|email)\s*=\s*(.*)$/i.exec(section === null ? line : (section[2] ?? "")) : null) ?? [];
		const value = written === undefined ? null : plainValue(written);
		if (value !== null) found[key?.toLowerCase() === "name" ? "name" : "email"] = value;
	}
	return found;
}

function plainValue(written: string): string | null {
	const [, quotedValue, bare] = /^(?:"((?:[^"\\]|\\["\\])*)"\s*(?:[#;].*)?|([^"\\#;]*)(?:[#;].*)?)$/.exec(written.trimEnd()) ?? [];
	const value = quotedValue?.replace(/\\(["\\])/g, "$1") ?? bare?.trim() ?? "";
	return value === "" || /\p{Cc}/u.test(value) ? null : value;
}

function quoted(value: string): string {
	return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
