/** Whether a path is another one or lies below it; both absolute, without a final slash. */
export function isWithin(path: string, directory: string): boolean {
	return path === directory || directory === "/" || path.startsWith(`${directory}/`);
}

/** The same path, seen from another place: what is below `from` is told below `to`. */
export function moved(path: string, from: string, to: string): string {
	const rest = from === "/" ? path.slice(1) : path.slice(from.length + 1);
	return path === from || rest === "" ? to : `${to === "/" ? "" : to}/${rest}`;
}

/** How many components a path has. */
export function depth(path: string): number {
	return path === "/" ? 0 : path.split("/").length - 1;
}

/** A path and everything that it lies in, the path first and `/` last. */
export function* pathAndAbove(path: string): Generator<string> {
	for (let at = path; at !== "/" && at !== ""; at = at.slice(0, at.lastIndexOf("/"))) yield at;
	yield "/";
}

/** Whether a path is one of some directories or lies below one; however many there are, only the path's own length counts. */
export function isWithinAny(path: string, directories: ReadonlySet<string>): boolean {
	for (const at of pathAndAbove(path)) if (directories.has(at)) return true;
	return false;
}
