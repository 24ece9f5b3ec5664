import { findProgram, type ProgramTable } from "../../programs/index.ts";
import { type CommandPattern, commandText } from "../../rules/index.ts";

/** Commands for a rule that names none. */
const COMMON = [
	"git status",
	"ls",
	"cat README.md",
	"npm test",
	"make",
	"node script.js",
	"python3 script.py",
	"rm -r build",
	"curl https://example.com",
	"git push",
];

type Form = Pick<ProgramTable, "options" | "subcommands">;

/** Commands that a pattern covers, the telling ones first; `null` = every command. */
export function* exampleCommands(pattern: CommandPattern | null, operands: readonly string[]): Generator<string> {
	if (pattern === null || pattern.words.length === 0) {
		yield* COMMON;
		return;
	}
	const { prefix, forms, bindings = [] } = pattern;
	// Something stands for every star.
	const words = pattern.words.map((word, at) =>
		(forms?.[at] ?? "literal") === "literal" ? word : word.replaceAll("*", at === 0 ? "x" : "example"),
	);
	const before = bindings.map(({ name, value }) => `${name}=${commandText([value])} `).join("");
	const say = (...more: readonly string[]) => before + commandText([...words, ...more]);
	if (!prefix) {
		yield say();
		return;
	}
	const form = formOf(words);
	for (const name of Object.keys(form?.subcommands ?? {})) yield say(name);
	yield say();
	for (const operand of operands) yield say(operand);
	// SECURITY: a rule with `:*` leaves out the options that run or change something; whether the other side has them is what counts.
	for (const { names, value } of (form?.options ?? []).filter(
		({ hazard, operandsBecome }) => hazard !== undefined || operandsBecome === "write",
	)) {
		const name = names.find((one) => one.startsWith("--")) ?? names[0] ?? "";
		const option = value === "required" ? [name, "example"] : [name];
		yield say(...option);
		for (const operand of operands.slice(0, 2)) yield say(...option, operand);
	}
	for (const option of ["--help", "--version", "-v", "-n"]) yield say(option);
}

/** The form of a program that the words of a pattern lead to. */
function formOf([program = "", ...rest]: readonly string[]): Form | undefined {
	let form: Form | undefined = findProgram(program.slice(program.lastIndexOf("/") + 1));
	for (const word of rest) {
		const below: Form | undefined =
			form?.subcommands === undefined || !Object.hasOwn(form.subcommands, word) ? undefined : form.subcommands[word];
		// A word that is no subcommand ends the way down.
		form = below ?? { options: form?.options ?? [] };
	}
	return form;
}
