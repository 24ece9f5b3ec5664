import { type Argument, staticArgument } from "./argument.ts";
import { checkAssignment } from "./assignments.ts";
import { ask, deny } from "./finding.ts";
import { forgetPositions, unsetNames } from "./forget-names.ts";
import { assignNumber, assignVariable, mergeDirectories, moveTo, type ShellState, withInput } from "./shell-state.ts";
import { trapSignal } from "./trap-signal.ts";
import { DEEPEST_TEXT, type Walk } from "./walk.ts";

/** A built-in's own reading of its words: the state after it, or `null` when an ordinary rule must decide. */
export type BuiltIn = (walk: Walk, words: readonly Argument[], state: ShellState, segment: string) => ShellState | null;

/** Built-ins that need no rule, or whose words mean something to the shell itself. */
export function findBuiltIn(name: string): BuiltIn | undefined {
	return BUILT_INS.get(name);
}

const neutral: BuiltIn = (_walk, _words, state) => state;

/** `cd dir`: inside the sandbox, later paths start there. */
const changeDirectory: BuiltIn = (walk, words, state, segment) => {
	const operands = words.slice(1).filter((word) => word.text === null || !/^-[LPe@]+$|^--$/.test(word.text));
	const target = operands[0] ?? (walk.policy.home === null ? undefined : staticArgument(walk.policy.home));
	if (target?.text === "-" && operands.length === 1 && state.previous !== null && words[0]?.text === "cd")
		return { ...moveTo(state, state.previous), previous: state.directories };
	if (target === undefined || target.text === null || target.text === "-" || operands.length > 1) {
		walk.visited.places = null;
		walk.findings.push(ask("command-dynamic", segment, "The directory is only known when the shell runs"));
		return moveTo(state, null);
	}
	const text = target.text;
	const from = state.directories;
	if (from === null) {
		if (!text.startsWith("/")) return state;
	}
	const entered = (from ?? ["/"]).map((directory) => walk.policy.files.enter(text, directory));
	const against = entered.flatMap(({ finding }) => (finding === null ? [] : [finding]));
	const first = against[0];
	if (first !== undefined) walk.findings.push({ ...first, effect: against.length === entered.length ? first.effect : "ask", segment });
	const directories = [...new Set(entered.map(({ directory }) => directory))];
	walk.visited.places = mergeDirectories(walk.visited.places, directories);
	return { ...moveTo(state, directories), previous: from };
};

/** `popd`: back to wherever it was. */
const leaveDirectory: BuiltIn = (walk, _words, state, segment) => {
	walk.visited.places = null;
	walk.findings.push(ask("command-dynamic", segment, "The directory is only known when the shell runs"));
	return { ...moveTo(state, null), previous: null };
};

/** `set -euo pipefail`: option letters only. */
const setOptions: BuiltIn = (walk, words, state, segment) => {
	let stops = state.stopsOnError;
	for (let at = 1; at < words.length; at++) {
		const text = words[at]?.text ?? null;
		if (text === null) {
			walk.findings.push(ask("command-dynamic", segment, "What is set is only known when the shell runs"));
			return state;
		}
		if (text === "--" || !/^[-+]/.test(text)) return forgetPositions({ ...state, stopsOnError: stops });
		if (!/^[-+][A-Za-z]+$/.test(text)) continue;
		const named = /o$/.test(text) ? (words[++at]?.text ?? "") : "";
		// -a exports every later assignment, -k takes assignments from anywhere in a command.
		if (/^[-+].*[ak]/.test(text) || /^(?:allexport|keyword)$/.test(named))
			walk.findings.push(ask("command-assignment", segment, "It changes what later assignments reach"));
		if (/e/.test(text) || named === "errexit") stops = text.startsWith("-");
	}
	return { ...state, stopsOnError: stops };
};

/** `[ … ]` and `test`: only `-v` and `-R` look at a name that may hold a subscript with a command in it. */
const testCondition: BuiltIn = (walk, words, state, segment) => {
	const last = words[words.length - 1]?.text;
	const operands = words.slice(1, words[0]?.text === "[" && last === "]" ? -1 : undefined);
	const start = operands[0]?.text === "!" ? 1 : 0;
	const list = operands.slice(start);
	for (const [at, word] of list.entries()) {
		if ((word.text === "-v" || word.text === "-R") && !/^[A-Za-z_]\w*$/.test(list[at + 1]?.text ?? "")) {
			walk.findings.push(deny("command-dynamic", segment, "-v evaluates the subscript of its operand"));
		}
	}
	const operator = list.length === 2 ? 0 : list.length === 3 ? 1 : -1;
	const unclear = list.some(
		(word, at) =>
			word.text === null &&
			(word.splits || at === operator || (list.length > 3 && !/^(?:-[a-z]|[!=<>]+|-[a-z]{2})$/.test(list[at - 1]?.text ?? ""))),
	);
	if (unclear) walk.findings.push(ask("command-dynamic", segment, "What is tested is only known when the shell runs"));
	return state;
};

/** `read a b`, `mapfile a`, `getopts x a`: variables get values that are not known. */
function assigning(valued: string, forbidden: RegExp | null): BuiltIn {
	return (walk, words, state, segment) => {
		let after = state;
		for (let at = 1; at < words.length; at++) {
			const text = words[at]?.text ?? null;
			if (text === null) {
				walk.findings.push(ask("command-assignment", segment, "Which variable is set is only known when the shell runs"));
				return state;
			}
			if (text.startsWith("-") && text.length > 1) {
				if (forbidden?.test(text) === true) walk.findings.push(deny("command-option", segment, `'${text}' runs a command`));
				const letter = text[text.length - 1] ?? "";
				if (letter === "a" && valued.includes("a")) continue;
				if (valued.includes(letter)) at++;
				continue;
			}
			if (!/^[A-Za-z_]\w*$/.test(text)) walk.findings.push(ask("command-dynamic", segment, "A subscript is evaluated as arithmetic"));
			checkAssignment(walk, text, segment, false);
			after = assignVariable(after, text, null);
		}
		return after;
	};
}

/** `printf -v NAME`: an assignment; otherwise a rule decides. */
const printFormatted: BuiltIn = (walk, words, state, segment) => {
	const option = words[1]?.text ?? "";
	// SECURITY: %n assigns to the variable that an operand names.
	if (words.slice(1).some((word) => word.text !== null && /%[-+ #0-9.*']*[hlLqjzt]*n/.test(word.text))) {
		walk.findings.push(ask("command-assignment", segment, "%n sets a variable"));
	}
	if (!option.startsWith("-v")) return null;
	const name = option === "-v" ? (words[2]?.text ?? null) : option.slice(2);
	if (name === null || !/^[A-Za-z_]\w*$/.test(name)) {
		walk.findings.push(ask("command-assignment", segment, "Which variable is set is only known when the shell runs"));
		return state;
	}
	checkAssignment(walk, name, segment, false);
	return assignVariable(state, name, null);
};

/** `wait`: -p assigns, and a name may hold a subscript. */
const waitForJobs: BuiltIn = (walk, words, state, segment) => {
	if (words.slice(1).every(({ text, source }) => (text === null ? /^"?\$!"?$/.test(source) : /^(?:-[fn]+|%?\w+|%[-+%])$/.test(text))))
		return state;
	walk.findings.push(ask("command-assignment", segment, "What it waits for, or which variable it sets, is not plain"));
	return state;
};

/** `eval words`: the words joined are shell text. */
const evaluate: BuiltIn = (walk, words, state, segment) => {
	const texts = words.slice(1).map((word) => word.text);
	if (texts.includes(null) || walk.depth >= DEEPEST_TEXT) {
		walk.findings.push(ask("command-dynamic", segment, "The text that is run is only known when the shell runs"));
		return moveTo(state, null);
	}
	return walk.text({ ...walk, depth: walk.depth + 1 }, texts.join(" "), withInput(state, null));
};

/** `let "i = 1"`: only numbers and names that hold one. */
const evaluateArithmetic: BuiltIn = (walk, words, state, segment) => {
	let after = state;
	for (const { text } of words.slice(1)) {
		const name = /^\s*([A-Za-z_]\w*)\s*(?:[-+*/%]?=\s*-?\d+|\+\+|--)\s*$/.exec(text ?? "")?.[1];
		if (name === undefined) {
			walk.findings.push(ask("command-dynamic", segment, "The words are evaluated as arithmetic"));
			continue;
		}
		checkAssignment(walk, name, segment, false);
		after = assignNumber(after, name);
	}
	return after;
};

const aliasText: BuiltIn = (walk, words, state, segment) => {
	for (const { text } of words.slice(1)) {
		const equals = text?.indexOf("=") ?? -1;
		if (text === null || equals < 0) walk.findings.push(ask("command-dynamic", segment, "An alias changes what later words mean"));
		else walk.text({ ...walk, depth: walk.depth + 1 }, text.slice(equals + 1), state);
	}
	walk.findings.push(ask("command-dynamic", segment, "An alias changes what later words mean"));
	return state;
};

/** Refused unless a rule names it: changes how the shell finds or reads what follows. */
function changesShell(why: string, harmless: RegExp): BuiltIn {
	return (walk, words, state, segment) => {
		if (words.slice(1).every(({ text }) => text !== null && harmless.test(text))) return state;
		walk.findings.push(deny("command-option", segment, why));
		return state;
	};
}

const BUILT_INS: ReadonlyMap<string, BuiltIn> = new Map<string, BuiltIn>([
	...["true", "false", ":", "exit", "break", "continue", "return", "times"].map((name) => [name, neutral] as const),
	["shift", (_walk, _words, state) => forgetPositions(state)],
	["cd", changeDirectory],
	["pushd", changeDirectory],
	["popd", leaveDirectory],
	["wait", waitForJobs],
	["set", setOptions],
	["test", testCondition],
	["[", testCondition],
	["read", assigning("adinNptu", null)],
	["mapfile", assigning("dnOsuCc", /C/)],
	["readarray", assigning("dnOsuCc", /C/)],
	[
		"getopts",
		(walk, words, state, segment) => assigning("", null)(walk, [staticArgument("getopts"), ...words.slice(2, 3)], state, segment),
	],
	["printf", printFormatted],
	["unset", unsetNames],
	["eval", evaluate],
	["trap", trapSignal],
	["alias", aliasText],
	["let", evaluateArithmetic],
	// Without a command it only redirects, and redirections are judged by themselves.
	["exec", (_walk, words, state) => (words.length === 1 ? state : null)],
	// `command -v name` looks a program up and runs nothing.
	["command", (_walk, words, state) => (/^-p?[vV]+$/.test(words[1]?.text ?? "") ? state : null)],
	[
		"shopt",
		changesShell(
			"a shell option changes how later words are read",
			// SECURITY: dotglob and nocaseglob make `*` reach `.env`, lastpipe moves this shell.
			/^(?:-[qpo]+|nullglob|failglob|-[su])$/,
		),
	],
	["enable", changesShell("it replaces or loads built-ins", /^(?:-[aps]+)$/)],
	["hash", changesShell("it changes which file a program name means", /^-[lrt]+$/)],
	["compgen", changesShell("it can run a command", /^(?:-[abcdefgjksuvA]+|[a-z]+)$/)],
	["complete", changesShell("it can run a command", /^-p$/)],
	["bind", changesShell("it can run a command", /^-[lpPsSvV]+$/)],
	["fc", changesShell("it runs commands again", /^-[lnr]+$/)],
]);

/** The names of all of them. */
export const BUILT_IN_NAMES: readonly string[] = [...BUILT_INS.keys()];
