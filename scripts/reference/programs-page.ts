import type { CommandForm, OptionRow, ProgramTable } from "../../src/engine/match/command/program-table.ts";
import { PROGRAMS } from "../../src/engine/match/command/programs/index.ts";
import { code, page, table } from "./markdown.ts";

/** Every program that has a table, and what in it a rule must name. */
export function programsPage(): string {
	const programs = PROGRAMS.toSorted((one, other) => ((one.names[0] ?? "") < (other.names[0] ?? "") ? -1 : 1));
	return page(
		"Programs",
		"What a rule like `Bash(git log:*)` does not cover: options that run a program, load code or configuration, change where the program works, or change what the plain form only reads. Such an option is covered only by a rule that names it. Everything else that a program takes is ordinary.",
		...programs.map(programPart),
	);
}

const HAZARDS = {
	runs: "runs a program or text as code",
	loads: "loads code or configuration",
	redirects: "changes repository, host, credential or shell",
	changes: "changes or deletes",
} as const;

function programPart(program: ProgramTable): string {
	const rows = formRows(program, "");
	const notes = [
		program.launcher === undefined ? "" : "Looked through: the command that it starts is judged.",
		program.interpreter === undefined
			? ""
			: `An interpreter: a rule must name the script.${program.interpreter.why === undefined ? "" : ` ${program.interpreter.why}`}`,
		program.closed ? "A subcommand that is not known here is asked." : "",
		rows.length === 0 ? "No option that a rule must name." : "",
	].filter((note) => note !== "");
	const heading = `## ${program.names.map(code).join(", ")}`;
	return [heading, ...notes, ...(rows.length === 0 ? [] : [table(["form", "danger", "why", "reference"], rows)])].join("\n\n");
}

function formRows(form: CommandForm, prefix: string): readonly (readonly string[])[] {
	const own =
		form.hazard === undefined || prefix === "" ? [] : [[code(prefix), HAZARDS[form.hazard], form.why ?? "", form.reference ?? ""]];
	const options = (form.options ?? []).filter(({ hazard }) => hazard !== undefined).map((row) => optionRow(row, prefix));
	const inner = Object.entries(form.subcommands ?? {}).flatMap(([name, subform]) => formRows(subform, `${prefix} ${name}`.trim()));
	return [...own, ...options, ...inner];
}

function optionRow({ names, hazard, why, reference }: OptionRow, prefix: string): readonly string[] {
	return [
		`${prefix === "" ? "" : `${code(prefix)} `}${names.map(code).join(", ")}`,
		hazard === undefined ? "" : HAZARDS[hazard],
		why ?? "",
		reference ?? "",
	];
}
