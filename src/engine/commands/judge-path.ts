import type { Check } from "./analysis.ts";
import type { Argument } from "./argument.ts";
import { ask, type Finding, type PathFinding, type TreeView } from "./command-policy.ts";
import { type Cover, namesWord } from "./cover-command.ts";
import { inEveryDirectory, type Judging, MOST_FOUND, mayLook, type Scene, touch } from "./judging.ts";

type PathRole = Exclude<Check["role"], "url" | "cwd" | "unclear" | "unclear-read" | "unclear-name" | "unknown-write">;

/** One word of a simple command against the file or network dimension. */
export function judgeCheck(judging: Judging, check: Check, scene: Scene, covers: readonly Cover[], segment: string): void {
	const { argument, role } = check;
	switch (role) {
		case "cwd":
			return;
		case "unclear-name":
			if (!judging.policy.confined)
				judging.findings.push(ask("command-dynamic", argument.source, "Under which name it is written is only known when the shell runs"));
			return;
		case "unclear-read":
			judging.observe?.part({ kind: "read", path: null, tree: true, directories: scene.directories });
			if (judging.policy.confined || judging.policy.files.everythingReadable) return;
			judging.findings.push(ask("command-dynamic", argument.source, unclearWord(argument, " that reads a file")));
			return;
		case "unclear":
			// A grant of the whole shell inside a sandbox, or of any code, includes every option.
			if (
				judging.policy.confined &&
				((check.listed === true && mayRunCode(judging)) || covers.every((cover) => cover.kind === "covered" && cover.bare))
			)
				return;
			judging.findings.push(ask("command-dynamic", argument.source, unclearWord(argument, "")));
			return;
		case "unknown-write":
			// The sandbox holds the paths; a rule that is the command itself speaks for them.
			judging.wrote.files++;
			judging.observe?.part({ kind: "write", path: null, tree: true, directories: scene.directories });
			if (judging.policy.confined || covers.every((cover) => namesWord(cover, -1))) return;
			judging.findings.push(ask("command-dynamic", segment, `What '${segment}' writes is only known when it runs: ${argument.source}`));
			return;
		case "url":
			judgeHost(judging, check, covers);
			return;
		default:
			judgePath(judging, role, argument, scene, segment, check.view);
	}
}

/** SECURITY: with nothing to find, a shell may also leave the pattern out or take it as it stands. */
function unclearWord({ found, lead }: Argument, which: string): string {
	if (found === null) return `A word that is only known when the shell runs may be an option${which}`;
	const meant = lead.startsWith("-") ? ": quote it if it is meant for the program" : "";
	return `What this pattern finds may be an option${which}${meant}`;
}

/** Any text of a shell is allowed inside a sandbox. */
function mayRunCode({ sets }: Judging): boolean {
	return sets.every(({ byProgram }) =>
		(byProgram.get("sh") ?? []).some(({ when, pattern }) => when === "confined" && pattern.prefix && pattern.words.length === 1),
	);
}

function judgeHost({ findings, policy }: Judging, { argument, at }: Check, covers: readonly Cover[]): void {
	if (at >= 0 ? covers.every((cover) => namesWord(cover, at)) : covers.length === 0) return;
	if (argument.text === null) findings.push(ask("command-dynamic", argument.source, "The host is only known when the shell runs"));
	else report(findings, policy.host(argument.text), argument.source);
}

/** A word that is a path, whatever is known of it. */
export function judgePath(judging: Judging, role: PathRole, argument: Argument, scene: Scene, segment: string, view?: TreeView): void {
	const { findings } = judging;
	if (argument.text !== null) judgeKnown(judging, role, argument.text, scene, argument.source, view);
	else if (argument.found !== null) {
		// SECURITY: patterns in a thousand commands multiply what is looked up (bench/fuzz.ts).
		judging.count.found += argument.found.length;
		if (judging.count.found > MOST_FOUND) {
			if (judging.count.found - argument.found.length <= MOST_FOUND)
				findings.push(ask("command-dynamic", argument.source, "The patterns of the command find too many files"));
			return;
		}
		for (const path of argument.found) {
			const own: Finding[] = isHidden(path, argument.source) ? [] : findings;
			judgeKnown(own === findings ? judging : { ...judging, findings: own }, role, path, scene, argument.source, view);
			if (own !== findings) findings.push(...own.map((finding) => doubted(finding, path)));
		}
	} else if (argument.below !== null) {
		const tree = treeRole(role);
		const { starts, names, links } = argument.below;
		const seen: TreeView = { ...(names === undefined ? {} : { names }), ...(links === true ? LINKED : {}) };
		for (const path of starts) {
			judgeKnown(judging, tree, path, scene, argument.source, seen);
			if (links === true && isWriting(role)) judgeKnown(judging, "write-links", path, scene, argument.source, LINKED);
		}
	} else if (argument.pipe) {
		if (isWriting(role)) findings.push(ask("command-dynamic", argument.source, "A pipe is not a file that can be written"));
	} else judgeUnknown(judging, role, argument, scene, segment);
}

/** Links that are followed, of a repository: in these directories it has none. */
const LINKED: TreeView = { links: "followed", without: [".git", "node_modules", ".venv", "__pycache__"] };

/** A name with a leading dot, where the pattern does not write it: only a shell that was told so finds it. */
function isHidden(path: string, source: string): boolean {
	const written = source.split("/");
	return path.split("/").some((name, at) => name.startsWith(".") && !(written[at] ?? "").startsWith("."));
}

function doubted(finding: Finding, path: string): Finding {
	if (finding.effect !== "deny") return finding;
	return {
		...finding,
		effect: "ask",
		message: `${finding.message}: the pattern finds '${path}' where a shell is told to match hidden names`,
	};
}

/** Any path at all: only where every path is granted, or the sandbox holds the paths. */
function judgeUnknown(judging: Judging, role: PathRole, argument: Argument, scene: Scene, segment: string): void {
	const writes = isWriting(role);
	judging.observe?.part({ kind: writes ? "write" : "read", path: null, tree: true, directories: scene.directories });
	if (judging.policy.confined) return;
	if (!writes && judging.policy.files.everythingReadable) {
		// SECURITY: `/proc/self/?nviron` means another file for each process, as it does in full (test/corpus/differential).
		const lead = argument.lead.slice(0, argument.lead.lastIndexOf("/") + 1);
		if (lead !== "") judgeKnown(judging, role, lead, scene, argument.source);
		return;
	}
	judging.findings.push(
		ask("command-dynamic", argument.source, `What '${segment}' ${writes ? "writes" : "reads"} is only known when the shell runs`),
	);
}

function judgeKnown(judging: Judging, role: PathRole, text: string, scene: Scene, segment: string, view?: TreeView): void {
	if ((text === "-" && !isWriting(role)) || isDevice(text)) return;
	note(judging, role, text, scene, segment, view);
	if (!mayLook(judging, text, scene, isWriting(role) || role === "read-tree" ? 3 : 1)) return;
	report(
		judging.findings,
		inEveryDirectory(scene, (directory) => checkPath(judging, role, text, directory, view)),
		segment,
	);
}

/** Remembers that the path was looked at: what an earlier command may have put there is asked about in the end. */
function note(judging: Judging, role: PathRole, path: string, scene: Scene, segment: string, view: TreeView | undefined): void {
	const writes = isWriting(role);
	if (writes) judging.wrote.files++;
	if (writes && /(?:^|\/)(?:-|@[^/]*$)/.test(path)) judging.trail.push({ kind: "dashed", segment, moment: scene.moment });
	judging.observe?.part({
		kind: writes ? "write" : "read",
		path,
		tree: role === "read-tree" || role === "write-tree" || role === "remove",
		directories: scene.directories,
	});
	if (!writes && judging.policy.files.everythingReadable) return;
	// What lies below the place where the shell stands may be new, although the place is not.
	const isSearched = role === "read-tree" && view?.tracked === undefined && view?.names === undefined;
	if (isSearched) judging.trail.push({ kind: "path", segment, moment: scene.moment });
	else touch(judging, path, segment, scene);
}

/** A directory whose names the shell itself lists for a pattern. */
export function judgeListing(judging: Judging, directory: string, scene: Scene, segment: string): void {
	judging.observe?.part({ kind: "list", path: directory, tree: false, directories: scene.directories });
	if (!judging.policy.files.everythingReadable) touch(judging, directory, segment, scene);
	if (!mayLook(judging, directory, scene)) return;
	report(
		judging.findings,
		inEveryDirectory(scene, (from) => judging.policy.files.read(directory, from)),
		segment,
	);
}

function report(findings: Judging["findings"], finding: PathFinding, segment: string): void {
	if (finding !== null) findings.push({ ...finding, segment });
}

function checkPath(
	{ policy: { files, confined } }: Judging,
	role: PathRole,
	text: string,
	directory: string,
	view: TreeView | undefined,
): PathFinding {
	switch (role) {
		case "read":
			return files.read(text, directory);
		case "write":
			return files.write(text, directory);
		case "read-tree":
			return files.readTree(text, directory, view);
		case "write-tree":
			return files.writeTree(text, directory);
		case "write-links":
			return confined ? null : files.writeLinks(text, directory, view);
		case "write-name": {
			// Whether the target is a directory is not known: only what no copy may become counts.
			const finding = files.write(text, directory);
			// SECURITY: a copy goes through a link that stands there under its name (test/decide/shell.test.ts).
			if (finding !== null && NAMED_COPIES.has(finding.code)) return finding;
			return view?.from === undefined ? null : files.writeCopies(text, view.from, directory);
		}
		case "guarded": {
			const finding = files.writeTree(text, directory);
			return finding?.code === "path-protected" || finding?.code === "path-blocked" ? finding : null;
		}
		case "remove":
			return files.remove(text, directory);
		case "inside":
			return files.enter(text, directory).finding;
		case "maybe-read": {
			for (const path of pathsIn(text)) {
				// A program may match names by itself (`git add '*.js'`).
				const matches = /[*?[]/.test(path);
				const finding = matches
					? files.readGlob(path, directory)
					: leaves(path)
						? files.read(path, directory)
						: files.blocked(path, directory);
				if (finding !== null) return finding;
			}
			return null;
		}
	}
}

const NAMED_COPIES: ReadonlySet<string> = new Set(["path-protected", "path-blocked", "path-symlink", "path-outside"]);

function leaves(path: string): boolean {
	return path.startsWith("/") || path === ".." || path.startsWith("../");
}

const MOST_PATHS = 16;

/** The paths that a word may carry: `HEAD:.env`, `:(top).env`, `--input=.env`, `key=@.env`, `-f.env`, `file:///x`. */
function pathsIn(text: string): readonly string[] {
	const url = /^file:\/\/(?:localhost)?(\/.*)$/is.exec(text)?.[1];
	if (url !== undefined) return [url];
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
	const paths = text.startsWith("-") ? [] : [text];
	for (let at = 0; at < text.length && paths.length < MOST_PATHS; at++) if (":=@)".includes(text[at] ?? "")) paths.push(text.slice(at + 1));
	if (/^-[^-]./.test(text)) paths.push(text.slice(2));
	if (/^:[!^/]/.test(text)) paths.push(text.slice(2));
	return paths.filter((path) => path !== "" && path !== "/" && !path.startsWith("("));
}

export function isWriting(role: Check["role"]): boolean {
	return (
		role === "write" || role === "write-tree" || role === "write-links" || role === "remove" || role === "write-name" || role === "guarded"
	);
}

function treeRole(role: PathRole): PathRole {
	return isWriting(role) ? "write-tree" : "read-tree";
}

/** Devices that keep nothing and tell nothing. */
export function isDevice(path: string): boolean {
	return path === "/dev/null" || path === "/dev/stdout" || path === "/dev/stderr" || path === "/dev/zero" || path === "/dev/urandom";
}
