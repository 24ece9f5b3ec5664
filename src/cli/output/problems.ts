import { relative } from "node:path";
import type { Problem, Source } from "../../engine/index.ts";
import { EXIT, type ExitCode } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { visible } from "./visible.ts";

/** Problems as people read them: place, severity, what is wrong, and the cure below it. */
export function problemLines(problems: readonly Problem[], { directory }: Terminal, paint: Palette): string {
	return problems.map((problem) => problemLine(problem, directory, paint)).join("");
}

/** How many errors and warnings, in words. */
export function countProblems(problems: readonly Problem[]): string {
	const errors = problems.filter(({ severity }) => severity === "error").length;
	const warnings = problems.length - errors;
	return `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
}

export function plural(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A file as the person would name it from here. */
export function shownPath(file: string, directory: string): string {
	const short = relative(directory, file);
	return short === "" || short.startsWith("..") || !file.startsWith("/") ? file : short;
}

function problemLine({ severity, message, hint, source }: Problem, directory: string, paint: Palette): string {
	const file = source?.file === undefined ? (source?.definition ?? "") : shownPath(source.file, directory);
	const place = [file, source?.line, source?.column].filter((part) => part !== undefined && part !== "").join(":");
	const word = severity === "error" ? paint.bad("error") : paint.warn("warning");
	const cure = hint === undefined ? "" : `    ${paint.faint(visible(hint))}\n`;
	return `${place === "" ? "" : `${paint.strong(visible(place))}: `}${word}: ${visible(message)}\n${cure}`;
}

/** Ends a command that cannot go on because of problems in definitions: on standard error, or as JSON. */
export function complainOfProblems(problems: readonly Problem[], terminal: Terminal, json = false): ExitCode {
	if (json) terminal.write(`${JSON.stringify({ ok: false, problems })}\n`);
	else {
		const count = problems.length > 1 ? `${countProblems(problems)}\n` : "";
		terminal.complain(`${problemLines(problems, terminal, terminal.paintComplaint)}${count}`);
	}
	return EXIT.invalid;
}

/** Ends a command whose words make no sense. */
export function complainOfWords(message: string, terminal: Terminal): ExitCode {
	terminal.complain(`${terminal.paintComplaint.bad("writ:")} ${message}\n`);
	return EXIT.invalid;
}

/** Where something was written, in one short text: `profiles/standard.yaml:12`. */
export function showSource({ file, definition, line, layer }: Source, directory: string): string {
	const place = file === undefined ? (definition ?? layer) : shownPath(file, directory);
	return visible(line === undefined ? place : `${place}:${line}`);
}
