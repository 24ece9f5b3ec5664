import { type ArgumentUse, findServedTool, TOOLS, type ToolEntry, twinsOf } from "../../src/engine/index.ts";
import { code, page, table } from "./markdown.ts";

/** Every tool that the registry knows, by who brings it. */
export function toolsPage(): string {
	const families = Map.groupBy(TOOLS, ({ family }) => family);
	const parts = [...families].flatMap(([family, tools]) => [
		`## ${family}`,
		table(["tool", "reads", "writes", "runs", "agents", "hosts", "pattern", "notes"], tools.map(row)),
	]);
	return page(
		"Tools",
		"The registry says which arguments of a tool are paths, commands, agents and hosts. Each is checked; an argument in another shape is denied. A tool that is not here can be allowed by its name; what looks like a path, command or host in it is then reported as unchecked, unless `tools.declare` says what it is. A tool that runs commands is denied with an argument that it is not known to take, and what forbids or asks for `Bash` binds every tool that runs commands. Twins are one act: a rule about one of them binds each, and so it is with the tools that write a message.",
		...parts,
	);
}

function row(tool: ToolEntry): readonly string[] {
	const notes = [
		tool.aliasOf === undefined ? "" : `same as ${code(tool.aliasOf)}`,
		tool.needs === undefined ? "" : `needs ${code(tool.needs)}`,
		tool.served?.offered === true ? "every agent has it" : "",
		tool.served?.gate === "person" ? "for people only" : "",
		tool.served?.sends === true ? "writes a message" : "",
		...twinsNamed(tool.name).map((twin) => `twin of ${code(twin)}`),
	];
	return [
		code(tool.name),
		uses(tool.reads),
		uses(tool.writes),
		uses(tool.commands),
		uses([...(tool.targets ?? []), ...(tool.profiles ?? [])]),
		uses(tool.hosts),
		tool.pattern === "none" ? "" : tool.pattern,
		notes.filter((note) => note !== "").join(", "),
	];
}

function twinsNamed(name: string): readonly string[] {
	const served = findServedTool(name);
	return served === undefined ? [] : twinsOf(served).map((twin) => twin.name);
}

function uses(list: readonly (string | ArgumentUse)[] = []): string {
	return list.map((use) => code(typeof use === "string" ? use : use.argument)).join(", ");
}
