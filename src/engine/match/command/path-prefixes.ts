/** Every place that a path goes through, from the top, each worked out by text alone; the last is where it leads. */
export function pathPrefixes(path: string, directory: string): readonly string[] {
	const prefixes: string[] = [];
	let current = "";
	for (const part of (path.startsWith("/") ? path : `${directory}/${path}`).split("/")) {
		if (part === "" || part === ".") continue;
		current = part === ".." ? current.slice(0, Math.max(0, current.lastIndexOf("/"))) : `${current}/${part}`;
		prefixes.push(current === "" ? "/" : current);
	}
	return prefixes.length === 0 ? ["/"] : prefixes;
}
