import type { FileAccess, PathFinding } from "../commands/index.ts";
import type { Facts, Places, Terms, Writ } from "../vocabulary/index.ts";
import { covers, type PathView, pathViews } from "./compiled-paths.ts";
import { planTool } from "./compiled-tools.ts";
import { grantedRules } from "./granted-rules.ts";
import { locatePath } from "./locate-path.ts";
import { memoPair } from "./memo.ts";
import { normalizePath } from "./normalize-path.ts";
import type { ToolRules } from "./tool-rules.ts";

interface Asking {
	readonly rules: readonly (readonly [rule: string, view: PathView])[];
	readonly granted: readonly PathView[];
}

/** The file dimension with the rules that ask: who must be asked before a file is read or edited is asked before a program does it. */
export function askAccess(files: FileAccess, writ: Writ, terms: Terms, facts: Facts): FileAccess {
	const reading = asking(planTool(terms.tools, "Read", false).ask, "Read", writ, terms, facts);
	const writing = asking(planTool(terms.tools, "Edit", false).ask, "Edit", writ, terms, facts);
	if (reading.rules.length === 0 && writing.rules.length === 0) return files;
	const at = (list: Asking, path: string, directory: string): PathFinding => {
		const located = locatePath(path, directory, facts, writ.places);
		if (!located.ok || list.granted.some((view) => view.real.match(located.real) !== null)) return null;
		return ask(
			path,
			list.rules.find(([, view]) => covers(view, located.written, located.real) !== null),
		);
	};
	const below = (list: Asking, path: string, directory: string): PathFinding => {
		const located = locatePath(path, directory, facts, writ.places);
		if (!located.ok) return null;
		return (
			at(list, path, directory) ??
			ask(
				path,
				list.rules.find(([, view]) => view.real.below(located.real) !== null),
			)
		);
	};
	return {
		...files,
		// What is asked about is not open to whatever a word turns out to be.
		everythingReadable: files.everythingReadable && reading.rules.length === 0,
		read: (path, directory) => files.read(path, directory) ?? at(reading, path, directory),
		blocked: (path, directory) => files.blocked(path, directory) ?? at(reading, path, directory),
		readTree: (path, directory, view) => files.readTree(path, directory, view) ?? below(reading, path, directory),
		readGlob: (glob, directory) => files.readGlob(glob, directory) ?? byGlob(reading, glob, directory),
		write: (path, directory) => files.write(path, directory) ?? at(writing, path, directory),
		writeTree: (path, directory) => files.writeTree(path, directory) ?? below(writing, path, directory),
		writeLinks: (path, directory, view) => files.writeLinks(path, directory, view),
		remove: (path, directory) => files.remove(path, directory) ?? below(writing, path, directory),
	};
}

/** The rules of one list with a path, at one agent's places. */
const rulesAt = memoPair((list: ToolRules, places: Places): Asking["rules"] =>
	list.paths.flatMap(({ rule, entry }) => pathViews([[entry]], places, "deny").map((view) => [rule, view] as const)),
);

function asking(list: ToolRules, tool: string, writ: Writ, terms: Terms, facts: Facts): Asking {
	const { places } = writ;
	const rules = rulesAt(list, places);
	if (rules.length === 0) return { rules, granted: [] };
	const granted = grantedRules(facts, terms, tool).paths.flatMap(({ entry }) => pathViews([[entry]], places, "grant"));
	return { rules, granted };
}

function byGlob({ rules }: Asking, glob: string, directory: string): PathFinding {
	const absolute = normalizePath(glob.startsWith("/") ? glob : `${directory}/${glob}`, directory);
	return ask(
		glob,
		rules.find(([, view]) => view.real.couldMatchGlob(absolute) !== null),
	);
}

function ask(path: string, found: readonly [rule: string, view: PathView] | undefined): PathFinding {
	if (found === undefined) return null;
	const [rule] = found;
	return { effect: "ask", code: "needs-confirmation", message: `'${path}' must be confirmed (${rule})`, rule };
}
