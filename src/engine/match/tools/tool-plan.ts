import type { ArgumentUse, ToolEntry } from "../../vocabulary/index.ts";

/** A tool's declaration with every use written out: what one call after another is read by. */
export interface ToolPlan {
	readonly reads: readonly ArgumentUse[];
	readonly writes: readonly ArgumentUse[];
	readonly commands: readonly ArgumentUse[];
	readonly targets: readonly ArgumentUse[];
	readonly hosts: readonly ArgumentUse[];
	readonly profiles: readonly ArgumentUse[];
	readonly directories: readonly ArgumentUse[];
	/** Arguments with the values that they may have. */
	readonly only: readonly (readonly [argument: string, values: readonly (string | boolean)[]])[];
	/** Every argument that the tool declares, plain ones too. */
	readonly known: ReadonlySet<string>;
}

const PLANS = new WeakMap<ToolEntry, ToolPlan>();
const UNKNOWN: ToolPlan = {
	reads: [],
	writes: [],
	commands: [],
	targets: [],
	hosts: [],
	profiles: [],
	directories: [],
	only: [],
	known: new Set(),
};

/** The plan of a tool, made once; a tool that nobody declared has an empty one. */
export function toolPlan(tool: ToolEntry | undefined): ToolPlan {
	if (tool === undefined) return UNKNOWN;
	const kept = PLANS.get(tool);
	if (kept !== undefined) return kept;
	const uses = {
		reads: full(tool.reads),
		writes: full(tool.writes),
		commands: full(tool.commands),
		targets: full(tool.targets),
		hosts: full(tool.hosts),
		profiles: full(tool.profiles),
		directories: full(tool.directories),
	};
	const named = Object.values(uses).flatMap((list) =>
		list.flatMap((use) => (use.rest === undefined ? [use.argument] : [use.argument, use.rest])),
	);
	const only = Object.entries(tool.only ?? {});
	const plan: ToolPlan = { ...uses, only, known: new Set([...named, ...only.map(([argument]) => argument), ...(tool.plain ?? [])]) };
	PLANS.set(tool, plan);
	return plan;
}

function full(uses: readonly (string | ArgumentUse)[] | undefined): readonly ArgumentUse[] {
	return (uses ?? []).map((use) => (typeof use === "string" ? { argument: use } : use));
}

/** The arguments of a tool, and those that the pattern of a rule speaks of. */
export function knownArguments(tool: ToolEntry): { readonly all: ReadonlySet<string>; readonly main: ReadonlySet<string> } {
	const { known, reads, writes, commands, hosts, targets, profiles } = toolPlan(tool);
	const main = [...reads, ...writes, ...commands, ...hosts, ...targets, ...profiles].map(({ argument }) => argument);
	return { all: new Set([...known, ...(tool.named ?? [])]), main: new Set([...main, ...(tool.named ?? [])]) };
}
