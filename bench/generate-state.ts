import { pick } from "./random.ts";

/**
 * A shell text that plays with what names mean: variables that are set on some ways through the text and not on others, functions that
 * may not be defined, built-ins that set and unset. Over the same harmless programs as `generateCommand`.
 */
export function generateState(random: () => number): string {
	const length = 2 + Math.floor(random() * 4);
	return Array.from({ length }, () => statement(random, Math.floor(random() * 3))).join("; ");
}

const NAMES = ["f", "g", "_", "REPLY", "v"];
const WORDS = ["aa", "aa", "bb", "dd", "x", "", "true"];

const name = (random: () => number): string => pick(NAMES, random);
const word = (random: () => number): string => pick(WORDS, random);
const assignment = (random: () => number): string => `${name(random)}=${word(random)}`;

type Make = (random: () => number) => string;

const USES: readonly Make[] = [
	(random) => `$${name(random)}`,
	(random) => `$${name(random)} ${word(random)}`,
	(random) => `"$${name(random)}" ${word(random)}`,
	(random) => `aa $${name(random)}`,
	(random) => `\u0024{${name(random)}} dd`,
	(random) => `\u0024{${name(random)}:-aa} dd`,
	() => "h",
	() => "dd",
	() => "bb x",
];
const use: Make = (random) => pick(USES, random)(random);

const SIMPLE: readonly Make[] = [
	...Array.from({ length: 3 }, () => assignment),
	...Array.from({ length: 3 }, () => use),
	...["local", "declare", "export", "readonly", "eval"].map(
		(verb): Make =>
			(random) =>
				`${verb} ${assignment(random)}`,
	),
	(random) => `unset ${name(random)}`,
	(random) => `command unset ${name(random)}`,
	(random) => `read ${name(random)} <<< ${word(random)}`,
	(random) => `read <<< ${word(random)}`,
	(random) => `set -- ${word(random)}`,
	(random) => `printf -v ${name(random)} ${word(random)}`,
	(random) => `${assignment(random)} true`,
	(random) => `${assignment(random)} eval '${use(random)}'`,
	(random) => `: \u0024{${name(random)}:=${word(random)}}`,
	(random) => `bash -c '${use(random)}'`,
	(random) => `${pick(["h", "dd", "bb"], random)}() { ${simple(random)}; }`,
	...["false", "true", "shift", "return", "break", "unset -f h", "unset -f dd"].map(
		(text): Make =>
			() =>
				text,
	),
];

function simple(random: () => number): string {
	return pick(SIMPLE, random)(random);
}

type Nest = (inner: () => string, random: () => number) => string;

const COMPOUND: readonly Nest[] = [
	(inner) => `${inner()} && ${inner()}`,
	(inner) => `${inner()} || ${inner()}`,
	(_inner, random) => `! ${simple(random)}`,
	(inner) => `{ ${inner()}; }`,
	(inner) => `(${inner()})`,
	(inner) => `if ${inner()}; then ${inner()}; fi`,
	(inner) => `if ${inner()}; then ${inner()}; else ${inner()}; fi`,
	(inner, random) => `for ${name(random)} in ${word(random)} ${word(random)}; do ${inner()}; ${inner()}; done`,
	(inner) => `while false; do ${inner()}; done`,
	(inner, random) => `case ${word(random)} in ${pick(["aa", "x", "*"], random)}) ${inner()};; esac`,
	(inner) => `h() { ${inner()}; ${inner()}; }`,
	(_inner, random) => `${simple(random)} | ${simple(random)}`,
	(_inner, random) => `h ${word(random)}`,
];

function statement(random: () => number, depth: number): string {
	if (depth <= 0 || random() < 0.2) return simple(random);
	return pick(COMPOUND, random)(() => statement(random, depth - 1), random);
}
