const SLASH = 47;

/** What a path is called, without its directories. */
export function baseName(path: string): string {
	for (let at = path.length - 1; at >= 0; at--) if (path.charCodeAt(at) === SLASH) return path.slice(at + 1);
	return path;
}
