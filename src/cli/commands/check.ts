import { statSync } from "node:fs";
import { resolve } from "node:path";
import { loadCatalog, parseAgentDefinition, parseDefinition, shippedCatalog, sortProblems } from "../../definitions/index.ts";
import { type Catalog, type ComposeOutcome, composeAgent, composeProfile, type Problem, sealComposition } from "../../engine/index.ts";
import {
	configurationHome,
	type DefinitionFile,
	type DefinitionFolder,
	readDefinitionFile,
	readDefinitions,
	readLayers,
} from "../../platform/index.ts";
import { withoutDefinitions } from "../open-catalog.ts";
import { countProblems, plural, problemLines } from "../output/problems.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { unreadableFile } from "../words/named-file.ts";

/** `writ check`: every problem of every definition, with its place and what to do. */
export const checkCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Check definitions and report all problems at once, with file, line, column and a hint. Without FILES: your own (--home) and this project's (.writ). Exit 2 when there is an error.",
		)
		.argument("[files...]", "definitions, or folders with profiles, fragments and agents")
		.action((files: readonly string[], options: CommonOptions) => end(check(terminal, files, options)));
};

function check(terminal: Terminal, files: readonly string[], { json = false, home }: CommonOptions): ExitCode {
	const { problems, checked } = checkDefinitions(files, home, terminal.directory);
	const failed = problems.some(({ severity }) => severity === "error");
	if (json) terminal.write(`${JSON.stringify({ ok: !failed, checked, problems })}\n`);
	else if (checked === 0 && !failed) {
		terminal.write(
			`There are no definitions of your own yet. Put profiles into ${configurationHome(home)}/profiles, or .writ/profiles of a project.\n`,
		);
	} else {
		terminal.write(problemLines(problems, terminal, terminal.paint));
		const sign = failed ? terminal.paint.bad("✗") : terminal.paint.good("✓");
		terminal.write(`${sign} ${plural(checked, "definition")} checked: ${countProblems(problems)}\n`);
	}
	return failed ? EXIT.invalid : EXIT.ok;
}

/** What a check found, and how many definitions it looked at. */
interface Checked {
	readonly problems: readonly Problem[];
	readonly checked: number;
}

/** Checks definitions as they would take effect: read, composed and sealed, every one of them. */
function checkDefinitions(words: readonly string[], home: string | undefined, directory: string): Checked {
	const own = readLayers(configurationHome(home), directory);
	if (words.length === 0) return checkFolders(own, shippedCatalog);
	const named = words.map((word) => readNamed(word, resolve(directory, word)));
	const surroundings = loadCatalog(filesOf(own), shippedCatalog);
	return checkFolders(named, withoutNames(surroundings, filesOf(named)));
}

function checkFolders(folders: readonly DefinitionFolder[], surroundings: Catalog): Checked {
	const files = filesOf(folders);
	const catalog = loadCatalog(files, surroundings);
	const read = [...folders.flatMap((folder) => folder.problems), ...catalog.problems];
	const effects = files.flatMap((file) => effectProblems(file, catalog));
	return { checked: files.length, problems: sortProblems(distinct([...read, ...effects])) };
}

/** What two definitions have from one file, or what shows when it is read and again when it is worked out, is one problem. */
function distinct(problems: readonly Problem[]): readonly Problem[] {
	const placeOf = ({ source }: Problem) => JSON.stringify([source?.file, source?.line, source?.column]);
	const wrong = new Set(problems.filter(({ severity }) => severity === "error").map(placeOf));
	const different = new Map<string, Problem>();
	for (const problem of problems) {
		const { severity, source, code, message } = problem;
		// What is mended for the error is looked at again then.
		if (severity === "warning" && source?.line !== undefined && wrong.has(placeOf(problem))) continue;
		// The number of an entry differs where lists were joined.
		const says = message.replace(/^\S+(?=: )/, (path) => path.replaceAll(/\[\d+\]$/g, ""));
		const key = JSON.stringify([placeOf(problem), code, says]);
		if (!different.has(key)) different.set(key, problem);
	}
	return [...different.values()];
}

/** A folder of definitions, or one file. */
function readNamed(word: string, path: string): DefinitionFolder {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return { files: [], problems: [unreadableFile(word, path, "ENOENT")] };
	if (!stats.isDirectory()) return readDefinitionFile(path, "user");
	const folder = readDefinitions(path, "user");
	if (folder.files.length > 0 || folder.problems.length > 0) return folder;
	const message = "There are no definitions here: they lie in folders named profiles, fragments and agents.";
	return { files: [], problems: [{ severity: "error", code: "not-found", path: "", message, source: { layer: "user", file: path } }] };
}

/** The names that are checked belong to the files that were named, and what is wrong elsewhere was not asked for. */
function withoutNames(catalog: Catalog, files: readonly DefinitionFile[]): Catalog {
	const { ceiling, ...rest } = catalog;
	const bound = ceiling === undefined || files.some(({ kind }) => kind === "ceiling") ? {} : { ceiling };
	const names = (kind: DefinitionFile["kind"]) => new Set(files.filter((file) => file.kind === kind).map(({ name }) => name));
	return withoutDefinitions(
		{ ...rest, ...bound, problems: [] },
		{ profiles: names("profile"), fragments: names("fragment"), agents: names("agent") },
	);
}

function filesOf(folders: readonly DefinitionFolder[]): readonly DefinitionFile[] {
	return folders.flatMap(({ files }) => files);
}

/**
 * What is wrong only once a definition is worked out: names that lead nowhere, circles, rules that never match, loosening.
 * A file with errors is worked out as far as it could be read, by itself: for the others it is not there.
 */
function effectProblems(file: DefinitionFile, catalog: Catalog): readonly Problem[] {
	const whole = holds(catalog, file);
	const seen = whole ? catalog : withReadable(catalog, file);
	if (seen === undefined) return [];
	const found = workOut(file, seen);
	// What is not there may have said what a warning misses, or granted what seems to go beyond.
	const isPartial = !whole || found.some(({ code }) => code === "not-found" || code === "cycle");
	return isPartial ? found.filter(({ code }) => !UNSURE.has(code)) : found;
}

const UNSURE: ReadonlySet<string> = new Set(["contradiction", "secrets-open"]);

const TABLES = { profile: "profiles", fragment: "fragments", agent: "agents" } as const;

/** Whether the catalog has this very file under its name. */
function holds(catalog: Catalog, { kind, name, path }: DefinitionFile): boolean {
	if (kind === "ceiling") return catalog.ceiling?.file === path;
	const table = catalog[TABLES[kind]];
	return Object.hasOwn(table, name) && table[name]?.file === path;
}

/** The catalog with what can be read of a file that is not in it. */
function withReadable(catalog: Catalog, { kind, name, path, layer, bytes }: DefinitionFile): Catalog | undefined {
	const place = { file: path, layer, name };
	if (kind === "agent") {
		const parsed = parseAgentDefinition(bytes, place);
		const agent = parsed.ok ? parsed.definition : parsed.readable;
		return agent && { ...catalog, agents: { ...catalog.agents, [name]: agent } };
	}
	const parsed = parseDefinition(bytes, { ...place, kind, catalog });
	const definition = parsed.ok ? parsed.definition : parsed.readable;
	if (definition === undefined) return undefined;
	return kind === "ceiling"
		? { ...catalog, ceiling: definition }
		: { ...catalog, [TABLES[kind]]: { ...catalog[TABLES[kind]], [name]: definition } };
}

function workOut({ kind, name, path }: DefinitionFile, catalog: Catalog): readonly Problem[] {
	switch (kind) {
		case "profile":
			return sealProblems(composeProfile(name, catalog));
		case "fragment":
			// What its rules come to depends on the profile; what it builds on does not.
			return sealProblems(composeProfile({ include: [name] }, catalog)).filter(({ code }) => OF_THE_CHAIN.has(code));
		case "ceiling":
			return sealProblems(composeProfile({}, catalog));
		case "agent":
			return agentProblems(name, path, catalog);
	}
}

const OF_THE_CHAIN: ReadonlySet<string> = new Set(["not-found", "cycle", "too-large"]);

function agentProblems(name: string, path: string, catalog: Catalog): readonly Problem[] {
	const found = sealProblems(composeAgent(name, catalog));
	const own = ({ source }: Problem) => source?.file === path;
	if (found.length > 0 && found.every(leavesTheChoice)) {
		// An agent definition may leave the choice of its profile to the person who starts it.
		const { profile } = catalog.agents[name] ?? {};
		const under = composeAgent(name, catalog, { profiles: [profile ?? COMMON] });
		const others = sealProblems(under).filter((problem) => own(problem) && (profile !== undefined || problem.code !== "escalation"));
		const choice = found.filter(({ code }) => code !== "no-profile").map((problem): Problem => ({ ...problem, severity: "warning" }));
		return [...choice, ...others];
	}
	if (!found.some(({ code }) => code === "not-found")) return found;
	// What it says by itself is judged under a profile that is there.
	const { profile: _, ...agent } = catalog.agents[name] ?? { name, layer: "user", positions: {} };
	const alone = composeAgent(name, { ...catalog, agents: { ...catalog.agents, [name]: agent } }, { profiles: [COMMON] });
	return [...found, ...sealProblems(alone).filter((problem) => own(problem) && problem.code !== "escalation")];
}

/** Under which an agent's own statements are judged when its profile is not known; what goes beyond it cannot be told. */
const COMMON = "standard";

function leavesTheChoice({ code, path }: Problem): boolean {
	return code === "no-profile" || (code === "escalation" && (path === "profile" || path === "permissions.profile"));
}

function sealProblems(composed: ComposeOutcome): readonly Problem[] {
	if (!composed.ok) return composed.problems;
	const sealed = sealComposition(composed.composition, { agent: "checked", root: "/workspace" });
	const told = new Set(composed.warnings.map(({ message }) => message));
	return [...composed.warnings, ...(sealed.ok ? sealed.warnings : sealed.problems).filter(({ message }) => !told.has(message))];
}
