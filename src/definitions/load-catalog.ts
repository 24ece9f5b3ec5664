import { type AgentDefinition, type Catalog, type Definition, LAYERS, type Layer, type Problem, quoteText } from "../engine/index.ts";
import { parseAgentDefinition } from "./parse-agent-definition.ts";
import { parseDefinition } from "./parse-definition.ts";
import { placeProblems, sortProblems } from "./place-problems.ts";
import { PROFILE_ALIASES } from "./profile-aliases.ts";

/** One file of definitions, not read as YAML yet. */
export interface DefinitionText {
	/** As a person would name it. */
	readonly path: string;
	readonly layer: Layer;
	readonly kind: "profile" | "fragment" | "agent" | "ceiling";
	/** Its place below the folder of its kind, without the ending: `nexus/trusted`. */
	readonly name: string;
	readonly text?: string;
	readonly bytes?: Uint8Array;
}

/**
 * Everything that names can refer to, all layers together, on top of `base`. A file with an error is left out and its
 * problems are listed; the others load.
 *
 * SECURITY: a project can add names and never take one that an outer layer has: somebody who can write the workspace would
 * otherwise decide what `standard` means (load-catalog.test.ts).
 */
export function loadCatalog(files: readonly DefinitionText[], base?: Catalog): Catalog {
	const draft: Draft = {
		profiles: copy(base?.profiles),
		fragments: copy(base?.fragments),
		agents: copy(base?.agents),
		ceiling: base?.ceiling,
		problems: [...(base?.problems ?? [])],
	};
	// Outer layers first, so that a name is taken when an inner layer asks for it.
	for (const file of files.toSorted((one, other) => LAYERS.indexOf(one.layer) - LAYERS.indexOf(other.layer))) load(file, draft);
	const { ceiling, problems } = draft;
	return { ...namesOf(draft, base), ...(ceiling ? { ceiling } : {}), problems: sortProblems(problems) };
}

interface Draft {
	readonly profiles: Record<string, Definition>;
	readonly fragments: Record<string, Definition>;
	readonly agents: Record<string, AgentDefinition>;
	ceiling: Definition | undefined;
	readonly problems: Problem[];
}

/** What names refer to so far; dictionaries that start from a profile find it there. */
function namesOf({ profiles, fragments, agents }: Draft, base?: Catalog): Catalog {
	return { profiles, fragments, agents, aliases: copy({ ...PROFILE_ALIASES, ...base?.aliases }), problems: [] };
}

function load(file: DefinitionText, draft: Draft): void {
	const place = { file: file.path, layer: file.layer, name: file.name };
	const refused = refusal(file, draft);
	if (refused) {
		// What else is wrong with it is said at once, and nothing of it counts.
		const { problems } = parse(file, draft);
		const { code, message, hint } = refused;
		draft.problems.push(...placeProblems([{ code, path: "", message, hint, at: [1, 1] }], place), ...problems);
		return;
	}
	const { agent, definition, problems } = parse(file, draft);
	draft.problems.push(...problems);
	if (file.kind === "ceiling") draft.ceiling = definition ?? NOTHING;
	else if (file.kind === "agent") set(draft.agents, file.name, agent);
	else set(draft[file.kind === "profile" ? "profiles" : "fragments"], file.name, definition);
}

interface ParsedFile {
	readonly definition?: Definition;
	readonly agent?: AgentDefinition;
	readonly problems: readonly Problem[];
}

function parse(file: DefinitionText, draft: Draft): ParsedFile {
	const place = { file: file.path, layer: file.layer, name: file.name };
	const text = file.text ?? file.bytes ?? "";
	if (file.kind === "agent") {
		const parsed = parseAgentDefinition(text, place);
		return parsed.ok ? { agent: parsed.definition, problems: parsed.warnings } : { problems: parsed.problems };
	}
	const layer = file.kind === "ceiling" ? "ceiling" : file.layer;
	const parsed = parseDefinition(text, { ...place, layer, kind: file.kind, catalog: namesOf(draft) });
	return parsed.ok ? { definition: parsed.definition, problems: parsed.warnings } : { problems: parsed.problems };
}

/** SECURITY: where the person's own definition is broken, the shipped one of that name must not step in: it may grant more. */
function set<T>(names: Record<string, T>, name: string, definition: T | undefined): void {
	if (definition === undefined) delete names[name];
	else names[name] = definition;
}

/** SECURITY: a ceiling that cannot be read is not an absent ceiling: it bounds everything to nothing (load-catalog.test.ts). */
const NOTHING: Definition = {
	name: "ceiling",
	kind: "ceiling",
	layer: "ceiling",
	profile: {
		tools: { allowed: [] },
		filesystem: { read_paths: [], write_paths: [] },
		network: { allow: [] },
		capabilities: { multi_agent_todo: false, agent_messaging: false, spawn_agents: false, network_access: false },
		messaging: { allowed_targets: [] },
		events: { allowed: [] },
	},
	positions: {},
};

interface Refusal {
	readonly code: string;
	readonly message: string;
	readonly hint: string;
}

/** Why a file may not have its name. */
function refusal(file: DefinitionText, draft: Draft): Refusal | undefined {
	if (file.kind === "ceiling") {
		if (file.layer === "project")
			return { code: "redefinition", message: "a project has no ceiling", hint: "only the home's ceiling.yaml counts" };
		if (draft.ceiling) return { code: "redefinition", message: "there is a ceiling already", hint: "keep one ceiling.yaml" };
		return undefined;
	}
	if (file.name === "__proto__")
		return { code: "bad-name", message: "'__proto__' is not the name of a definition", hint: "rename the file" };
	const taken = { profile: draft.profiles, fragment: draft.fragments, agent: draft.agents }[file.kind][file.name];
	const alias = file.kind === "profile" && Object.hasOwn(PROFILE_ALIASES, file.name);
	if (taken?.layer === file.layer) {
		return {
			code: "redefinition",
			message: `${file.kind} ${quoteText(file.name)} is defined twice: also in ${taken.file ?? "another file"}`,
			hint: "keep one of the two",
		};
	}
	if (file.layer === "project" && (taken || alias)) {
		const owner = taken && taken.layer !== "built-in" ? `the ${taken.layer} layer` : "writ";
		return {
			code: "redefinition",
			message: `a project cannot redefine the ${file.kind} ${quoteText(file.name)} of ${owner}`,
			hint: "give it another name",
		};
	}
	return undefined;
}

/** SECURITY: names come from callers; without a prototype no name finds an inherited value. */
function copy<T>(record: Readonly<Record<string, T>> | undefined): Record<string, T> {
	return Object.assign(Object.create(null), record);
}
