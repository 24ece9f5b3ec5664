/** An absolute path with `.`, `..` and `//` worked out by text alone. */
export function normalizePath(path: string, directory: string): string {
	const joined = path.startsWith("/") ? path : `${directory}/${path}`;
	if (!joined.includes("//") && !joined.includes("/.") && !(joined.length > 1 && joined.endsWith("/"))) return joined;
	const parts: string[] = [];
	for (const part of joined.split("/")) {
		if (part === "" || part === ".") continue;
		if (part === "..") parts.pop();
		else parts.push(part);
	}
	return `/${parts.join("/")}`;
}

/** The directory that holds a path. */
export function parentOf(path: string): string {
	return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}
