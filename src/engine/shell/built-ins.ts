import { type Argument, exportedName, inEveryDirectory, isDangerous, mayLook, touch } from "../commands/index.ts";
import { isFreePair } from "../rules/index.ts";
import { judgeTest } from "./conditions.ts";
import type { FormId, OutsideId } from "./forms.ts";
import { inside, outside, type Place, type Walk } from "./walk.ts";

/** Every built-in of bash and dash; what is not understood below asks, whatever rule names it. */
const BUILT_INS = new Set(
	`. : [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let
local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait`.split(
		/\s+/,
	),
);

export function isBuiltIn(name: string): boolean {
	return BUILT_INS.has(name);
}

/** A built-in that runs nothing and changes nothing that is believed: the form it is, or `null`. */
type Reader = (words: readonly Argument[], walk: Walk) => FormId | null;

const SETTINGS = new Set(["-e", "-u", "-x", "-ex", "-eu", "-eux", "+e", "+x"]);
const WITH_PIPEFAIL = new Set(["-o", "-eo", "-euo", "-exo"]);

const nothing: Reader = () => "echo";
const leaving: Reader = (words) =>
	words.length === 1 || (words.length === 2 && (isDecimal(words[1]) || words[1]?.digits === true)) ? "exit" : null;

const NEUTRAL: ReadonlyMap<string, Reader> = new Map<string, Reader>([
	["true", nothing],
	["false", nothing],
	[":", nothing],
	["echo", nothing],
	["exit", leaving],
	["break", leaving],
	["continue", leaving],
	["pwd", (words) => (words.length === 1 || (words.length === 2 && /^-[LP]$/.test(words[1]?.text ?? "")) ? "pwd" : null)],
	// SECURITY: `wait -p` binds a name, and evaluates its subscript.
	["wait", (words) => (words.slice(1).every((word) => isDecimal(word) || word.source === '"$!"') ? "wait" : null)],
	["printf", (words) => (isPlainFormat(words) ? "printf" : null)],
	["type", (words) => (words.length > 1 && words.slice(1).every(isName) ? "lookup" : null)],
	["jobs", (words) => (words.length === 1 ? "shell-state" : null)],
	["umask", (words) => (words.length === 1 ? "shell-state" : null)],
	["ulimit", (words) => (words.length === 2 && words[1]?.text === "-a" ? "shell-state" : null)],
	["set", (words, { shell }) => (isSetting(words, shell === "bash") ? "set" : null)],
	["export", (words) => (words.length > 1 && words.slice(1).every(isFreeWord) ? "free-export" : null)],
]);

/** Built-ins for which there is a better word than that they are not understood. */
const CONSTRUCTS: Readonly<Record<string, OutsideId>> = { printf: "format", read: "read", export: "export" };

/** Judges a built-in other than `cd`, `command` and `source`; `false` = it is not one. */
export function judgeBuiltIn(walk: Walk, words: readonly Argument[], place: Place, segment: string): boolean {
	const name = words[0]?.text ?? "";
	if (!BUILT_INS.has(name)) return false;
	if (name === "[" || name === "test") {
		judgeTest(walk, words, place, segment);
		return true;
	}
	const reader = NEUTRAL.get(name);
	const form = reader?.(words, walk) ?? null;
	// SECURITY: `read PATH`, `wait -p PATH`, `printf -v PATH` bind the name as an assignment does.
	const bound = form === null ? words.slice(1).find(({ lead }) => isDangerous(lead.replace(/[+=[].*$/s, ""))) : undefined;
	if (bound !== undefined) walk.findings.push(exportedName(bound.lead.replace(/[+=[].*$/s, ""), segment));
	else if (form === null) outside(walk, CONSTRUCTS[name] ?? (reader === undefined ? "built-in" : "option"), segment);
	else inside(walk, form, segment);
	return true;
}

function isDecimal(word: Argument | undefined): boolean {
	return /^(?:0|[1-9]\d*)$/.test(word?.text ?? "");
}

function isName(word: Argument): boolean {
	return word.text !== null && !word.text.startsWith("-") && !word.text.includes("/");
}

/** `command -v name`, which looks a program up and runs nothing. */
export function isLookup(words: readonly Argument[]): boolean {
	return words[0]?.text === "command" && /^-[vV]$/.test(words[1]?.text ?? "") && words.length > 2 && words.slice(2).every(isName);
}

function isSetting(words: readonly Argument[], bash: boolean): boolean {
	const [, first, second] = words;
	if (words.length === 2) return SETTINGS.has(first?.text ?? "");
	return bash && words.length === 3 && WITH_PIPEFAIL.has(first?.text ?? "") && second?.text === "pipefail";
}

function isFreeWord({ text }: Argument): boolean {
	const match = /^([A-Za-z_]\w*)=(.*)$/s.exec(text ?? "");
	return match !== null && isFreePair(match[1] ?? "", match[2] ?? "");
}

/** SECURITY: `%n` binds the name that an operand holds, `-v` another, `%(…)T` and `%*d` read further words. */
function isPlainFormat([, format]: readonly Argument[]): boolean {
	const text = format?.text ?? null;
	if (text === null || text.startsWith("-")) return false;
	return /^(?:[^%]|%%|%[-+ #0]*(?:[1-9]\d*)?(?:\.\d+)?[sbqcdiuoxXfeg])*$/s.test(text);
}

/** More places than anybody goes through in one text. */
const MOST_PLACES = 8;
/** SECURITY: each may lead one directory deeper, and the whole way is looked up again (test/decide/bad-input.test.ts). */
const MOST_MOVES = 200;

/** `cd literal`: where the shell stands if it succeeds. Nothing is believed of whether it does; that is the walk's. */
export function changeDirectory(walk: Walk, words: readonly Argument[], place: Place, segment: string): readonly string[] {
	const { directories } = place;
	const target = words[1]?.text ?? null;
	const plain = words.length === 2 && target !== null && target !== "" && !target.startsWith("-");
	// With CDPATH set, a plain name may lead anywhere.
	const searched = walk.policy.environment.has("CDPATH") && !/^(?:\/|\.\.?(?:\/|$))/.test(target ?? "");
	if (!plain || target === null || searched || !place.follows || ++walk.count.moves > MOST_MOVES) {
		outside(walk, "cd", segment);
		return directories;
	}
	if (!inside(walk, "cd", segment) || !mayLook(walk, target, place, 4)) return directories;
	const entered = new Set<string>();
	let linked = false;
	const finding = inEveryDirectory(place, (directory) => {
		const there = walk.policy.files.enter(target, directory);
		entered.add(there.directory);
		linked ||= there.linked;
		return there.finding;
	});
	touch(walk, target, segment, place);
	walk.observe?.part({ kind: "enter", path: target, tree: false, directories });
	if (finding !== null) walk.findings.push({ ...finding, segment });
	// SECURITY: the shell remembers the way it came through a link, and `..` leads back that way (test/decide/shell.test.ts).
	if (linked) outside(walk, "cd", segment);
	return [...entered];
}

/** All places of both; too many are asked about. */
export function unite(walk: Walk, left: readonly string[], right: readonly string[]): readonly string[] {
	if (left === right) return left;
	const all = [...new Set([...left, ...right])];
	if (all.length <= MOST_PLACES) return all.length === left.length ? left : all;
	outside(walk, "cd", "cd");
	return all.slice(0, MOST_PLACES);
}
