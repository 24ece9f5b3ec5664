import type { Hazard } from "../../src/engine/programs/analyser.ts";
import { PROGRAMS } from "../../src/engine/programs/index.ts";
import type { CommandForm, ProgramTable } from "../../src/engine/programs/program-table.ts";
import { code, page, table } from "./markdown.ts";

/** Every program that has a table, and what in it a rule must name. */
export function programsPage(): string {
	const programs = PROGRAMS.toSorted((one, other) => ((one.names[0] ?? "") < (other.names[0] ?? "") ? -1 : 1));
	return page(
		"Programs",
		"What a rule like `Bash(git log:*)` does not cover: options that run a program, load code or configuration, change where the program works, or change what the plain form only reads. Such an option is covered only by a rule that names it, and so are the subcommands listed here. Everything else that a program takes is ordinary. An option stands here once, also when only some subcommands have it.",
		...programs.map(programPart),
	);
}

const HAZARDS: Readonly<Record<Hazard, string>> = {
	runs: "runs a program or text as code",
	loads: "loads code or configuration",
	redirects: "changes repository, host, credential or shell",
	changes: "changes or deletes",
};

/** What a rule must name: its spelling, the danger, the reason. */
interface Danger {
	readonly spelling: string;
	readonly hazard: Hazard;
	readonly why: string;
	readonly reference: string;
}

function programPart(program: ProgramTable): string {
	const [options, forms] = [optionDangers(program), formDangers(program, "")];
	const notes = [
		program.launcher === undefined ? "" : "Looked through: the command that it starts is judged.",
		program.interpreter === undefined
			? ""
			: `An interpreter: a rule must name the script.${program.interpreter.why === undefined ? "" : ` ${program.interpreter.why.charAt(0).toUpperCase()}${program.interpreter.why.slice(1)}.`}`,
		program.closed ? "A subcommand that is not known here is asked." : "",
		options.length + forms.length === 0 ? "Nothing that a rule must name." : "",
	].filter((note) => note !== "");
	const tables = [dangerTable("subcommand", forms), dangerTable("option", options)].filter((text) => text !== "");
	return [`## ${program.names.map(code).join(", ")}`, ...notes, ...tables].join("\n\n");
}

/** One row for each danger and reason, with all that share them. */
function dangerTable(heading: string, dangers: readonly Danger[]): string {
	if (dangers.length === 0) return "";
	const groups = Map.groupBy(dangers, ({ hazard, why, reference }) => JSON.stringify([HAZARDS[hazard], why, reference]));
	const rows = [...groups].map(([key, members]) => [[...new Set(members.map(({ spelling }) => spelling))].join(", "), ...JSON.parse(key)]);
	return table([heading, "danger", "why", "reference"], rows);
}

function optionDangers(form: CommandForm): readonly Danger[] {
	const own = (form.options ?? []).flatMap(({ names, hazard, why = "", reference = "" }) =>
		hazard === undefined ? [] : [{ spelling: names.map(code).join(" "), hazard, why, reference }],
	);
	return [...own, ...Object.values(form.subcommands ?? {}).flatMap(optionDangers)];
}

function formDangers(form: CommandForm, prefix: string): readonly Danger[] {
	return Object.entries(form.subcommands ?? {}).flatMap(([name, inner]) => {
		const spelling = `${prefix} ${name}`.trim();
		const own =
			inner.hazard === undefined
				? []
				: [{ spelling: code(spelling), hazard: inner.hazard, why: inner.why ?? "", reference: inner.reference ?? "" }];
		return [...own, ...formDangers(inner, spelling)];
	});
}
