const HEADER = /^\*\*\* (?:Add File|Update File|Delete File|Move to): ?(.*)$/;

const FRAME = /^\*\*\* (?:Begin Patch|End Patch|End of File|Environment ID: .*)$/;

/** The files that the text of a patch (`*** Update File: a.ts`) touches; `undefined` when it cannot be told. */
export function patchPaths(text: string): readonly string[] | undefined {
	const paths: string[] = [];
	for (const line of text.split(/\r?\n/)) {
		// SECURITY: the tool trims header lines, so an indented one counts too, though it may be mere content.
		const path = HEADER.exec(line.trim())?.[1]?.trim();
		if (path !== undefined && path !== "") paths.push(path);
		// SECURITY: at the line's start only headers may begin like one, so that no file hides behind another spelling.
		else if (line.startsWith("***") && !FRAME.test(line.trim())) return undefined;
	}
	return paths.length === 0 ? undefined : paths;
}
