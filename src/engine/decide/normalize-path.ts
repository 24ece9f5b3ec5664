/** An absolute path with `.`, `..` and `//` worked out by text alone. */
export function normalizePath(path: string, directory: string): string {
	const absolute = path.startsWith("/");
	const joined = absolute ? path : `${directory}/${path}`;
	if (absolute ? isNormal(path, NOTHING) : isNormal(directory, NOTHING) && isNormal(path, SLASH)) return joined;
	const parts: string[] = [];
	for (const part of joined.split("/")) {
		if (part === "" || part === ".") continue;
		if (part === "..") parts.pop();
		else parts.push(part);
	}
	return `/${parts.join("/")}`;
}

const NOTHING = 0;
const DOT = 46;
const SLASH = 47;

/** Whether a path that follows a character needs nothing worked out: no `//`, no `/.`, no final slash. */
function isNormal(path: string, follows: number): boolean {
	let before = follows;
	for (let at = 0; at < path.length; at++) {
		const character = path.charCodeAt(at);
		if (before === SLASH && (character === SLASH || character === DOT)) return false;
		before = character;
	}
	return before !== SLASH;
}

/** The directory that holds a path. */
export function parentOf(path: string): string {
	return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
