import { findProgram, readPlainFind } from "../programs/index.ts";
import { commandPatternText, isFreePair } from "../rules/index.ts";
import { analyseCommand } from "./analyse-command.ts";
import type { Analysis, Inner, ShellText } from "./analysis.ts";
import { type Argument, baseName, dynamicArgument } from "./argument.ts";
import { ask, type CommandRule, deny, type Finding, type PatternSet, wildRules } from "./command-policy.ts";
import { type Cover, coverByName, coverCommand, innerRules, namesWord, speaksOf } from "./cover-command.ts";
import { forbiddingRule } from "./forbid-command.ts";
import { hiddenCommands } from "./hidden-commands.ts";
import { seeInstalled, writtenInstalled } from "./installed-program.ts";
import { judgeCheck } from "./judge-path.ts";
import {
	DEEPEST_TEXT,
	type Input,
	inEveryDirectory,
	type Judging,
	MOST_PARTS,
	MOST_WORDS,
	mayLook,
	mayRead,
	type Observer,
	type Scene,
	touch,
} from "./judging.ts";
import { rememberMaker } from "./makers.ts";
import { isDangerous } from "./names.ts";

/** Judges one simple command whose words are known as far as they can be; built-ins were taken out before. */
export function judgeSimple(judging: Judging, words: readonly Argument[], scene: Scene, segment: string): void {
	const { findings } = judging;
	const first = words[0];
	if (first === undefined) return;
	if (first.text === null || first.text === "") {
		findings.push(ask("command-dynamic", segment, "Which program runs is only known when the shell runs"));
		return;
	}
	if (words.length > MOST_WORDS) {
		findings.push(deny("command-unparsable", segment.slice(0, 80), "The command has more than 1,000 words"));
		return;
	}
	judging.observe?.part({ kind: "command", words, directories: scene.directories });
	judging.programs.add(baseName(first.text));
	if (!mayCompare(judging, words, segment)) return;
	const written = first.text.includes("/") ? writtenInstalled(words, judging.policy.files, scene) : null;
	if (written !== null && !judging.sets.some((set) => speaksOf(set, first.text ?? ""))) {
		judgeForbiddenWords(judging, words, scene, segment);
		judgeSimple(judging, written, scene, segment);
		return;
	}
	if (isUnlisted(judging, first.text) && !words.some((word) => word.lead.startsWith("-"))) {
		findings.push(deny("command-not-allowed", segment, `No rule allows '${segment}'`, plainRemedy(words)));
		return;
	}
	const analysis = seeInstalled(analyseCommand(words, scene.input !== "none"), judging.policy.files, scene);
	const isForbidden = judgeForbidden(judging, analysis, scene, segment);
	const covers = judging.sets.map((set) => coverCommand(analysis, set, scene.set));
	const before = findings.length;
	judgeCovers(judging, analysis, covers, segment);
	// No rule that allows helps against one that forbids.
	if (isForbidden) withoutRemedies(findings, before);
	if (judging.forbids) judgeHidden(judging, analysis, covers, segment);
	const there = analysis.moves ? enterDirectories(judging, analysis, scene) : scene;
	for (const check of analysis.checks) judgeCheck(judging, check, there, covers, segment);
	for (const inner of analysis.inner) if (!isHeldModule(inner, covers)) judgeInner(judging, analysis, inner, there, segment);
	for (const text of analysis.texts) judgeText(judging, text, there, segment);
	rememberMaker(judging, analysis, there, segment);
}

/** A module of the project (`python -m app.main`) is code like a file: a rule that lets code run inside a sandbox covers it. */
function isHeldModule({ module, words }: Inner, covers: readonly Cover[]): boolean {
	const name = words[0]?.text;
	if (module !== true || typeof name !== "string" || findProgram(name) !== undefined) return false;
	return covers.every((cover) => cover.kind === "covered" && cover.held);
}

/** Only what forbids or asks: for a built-in, which needs no rule. */
export function judgeForbiddenWords(judging: Judging, words: readonly Argument[], scene: Scene, segment: string): void {
	if (judging.forbids && mayCompare(judging, words, segment)) judgeForbidden(judging, analyseCommand(words, false), scene, segment);
}

const MOST_COMPARED = 30_000;

/**
 * Counts the rules that a command is about to be held against; `false` = that were too many in one text, and it is asked. SECURITY: a
 * thousand commands under ten thousand rules, or rules of two thousand stars, take longer than a decision may
 * (test/decide/bad-input.test.ts).
 */
function mayCompare({ count, findings, sets, policy }: Judging, words: readonly Argument[], segment: string): boolean {
	const name = words[0]?.text ?? "";
	const program = baseName(name);
	const length = words.length + (segment.length >> 8);
	for (const set of [...sets, policy.disallowed, policy.ask, policy.granted]) {
		const wild = wildRules(set);
		for (const rules of [set.byProgram.get(name), name === program ? undefined : set.byProgram.get(program), wild]) {
			for (const { pattern } of rules ?? []) {
				count.compared += pattern.forms === undefined ? 1 + (length >> 4) : 4 + pattern.words.length + length;
				if (count.compared > MOST_COMPARED) break;
			}
		}
	}
	if (count.compared <= MOST_COMPARED) return true;
	findings.push(ask("command-dynamic", segment.slice(0, 200), "There are too many rules, and too many words in the command, to tell"));
	return false;
}

/** No rule speaks of the program at all, and it runs nothing else that a rule might speak of: there is nothing to look at. */
function isUnlisted({ sets, policy }: Judging, name: string): boolean {
	if (sets.every((set) => speaksOf(set, name))) return false;
	const program = baseName(name);
	const table = findProgram(program);
	if (table !== undefined && (table.launcher !== undefined || table.interpreter !== undefined || table.subcommands !== undefined))
		return false;
	const { disallowed, ask: asking } = policy;
	return !disallowed.byProgram.has(program) && !disallowed.byProgram.has(name) && !asking.byProgram.has(program);
}

/** What forbids the command or asks about it; `true` = it is certainly forbidden. */
function judgeForbidden(judging: Judging, analysis: Analysis, scene: Scene, segment: string): boolean {
	const { findings, policy } = judging;
	const forbidden = forbiddingRule(analysis, policy.disallowed);
	if (forbidden !== null) {
		const { rule, certain } = forbidden;
		findings.push(
			certain
				? deny("command-disallowed", segment, `'${segment}' is forbidden by ${rule}`, { rule })
				: ask("command-dynamic", segment, `Whether ${rule} forbids this is only known when the shell runs`, { rule }),
		);
	}
	const asked = forbiddingRule(analysis, policy.ask);
	if (asked !== null && !isGranted(judging, analysis, scene))
		findings.push(ask("needs-confirmation", segment, `'${segment}' must be confirmed (${asked.rule})`, { rule: asked.rule }));
	return forbidden?.certain === true;
}

function withoutRemedies(findings: Finding[], from: number): void {
	findings.push(...findings.splice(from).map(({ remedy: _, ...finding }) => finding));
}

/** A person granted this very command, or one that covers it; the decision then depends on the grant. */
function isGranted({ policy: { granted }, rules }: Judging, analysis: Analysis, scene: Scene): boolean {
	if (granted.any === null && granted.byProgram.size === 0) return false;
	const cover = coverCommand(analysis, granted, scene.set);
	if (cover.kind !== "covered" || cover.open.length > 0) return false;
	if (!rules.includes(cover.rule)) rules.unshift(cover.rule);
	return true;
}

function judgeCovers(judging: Judging, analysis: Analysis, covers: readonly Cover[], segment: string): void {
	const { findings, rules, sets } = judging;
	for (const [index, cover] of covers.entries()) {
		if (cover.kind === "covered") {
			if (!rules.includes(cover.rule)) rules.push(cover.rule);
			const set = sets[index];
			if (set !== undefined) judgeTargets(judging, analysis, cover, set);
			for (const { at, why, ...need } of cover.open) {
				const message = `${cover.rule} does not cover '${need.segment}': ${why}`;
				findings.push({
					effect: need.effect,
					code: need.code,
					segment: need.segment,
					message,
					rule: cover.rule,
					// Nobody adds a rule for each of so many.
					...(findings.length < MOST_HELPED ? remedyFor(analysis, at) : {}),
				});
			}
			continue;
		}
		const set = sets[index];
		if (set !== undefined && analysis.inner.some(({ at }) => at > 0 && innerRules(analysis, set, at).length > 0)) continue;
		if (analysis.transparent) {
			for (const { effect, code, segment: part, why } of analysis.needs)
				findings.push({ effect, code, segment: part, message: `No rule covers '${part}': ${why}` });
			continue;
		}
		findings.push(
			cover.kind === "maybe"
				? ask("command-dynamic", segment, "Whether a rule covers this is only known when the shell runs")
				: deny("command-not-allowed", segment, `No rule allows '${segment}'`, remedyFor(analysis, -1)),
		);
	}
}

const MOST_HELPED = 100;

/** `make test deploy` under a rule for `make test`: every target that runs must be allowed. */
function judgeTargets({ findings }: Judging, analysis: Analysis, cover: Cover, set: PatternSet): void {
	for (const at of analysis.targets) {
		const words = [analysis.words[0], analysis.words[at]].filter((word) => word !== undefined);
		if (namesWord(cover, at) || coverCommand({ ...analysis, words, essential: null, needs: [] }, set).kind === "covered") continue;
		const segment = words[1]?.source ?? "";
		findings.push(
			words[1]?.text === null
				? ask("command-dynamic", segment, "Which target runs is only known when the shell runs")
				: deny("command-not-allowed", segment, `No rule allows the target '${segment}'`),
		);
	}
}

/** A bare `Bash` beside rules that forbid: it does not speak for what cannot be seen. */
function judgeHidden(judging: Judging, analysis: Analysis, covers: readonly Cover[], segment: string): void {
	const bare = judging.sets.filter((_, index) => covers[index]?.kind === "covered" && covers[index]?.bare);
	if (bare.length === 0) return;
	for (const { at, why, segment: part } of hiddenCommands(judging, analysis)) {
		if (bare.every((set) => namesWord(coverByName(analysis, set), at))) continue;
		judging.findings.push(ask("command-dynamic", part || segment, `Whether it runs what another rule forbids cannot be seen: ${why}`));
	}
}

/** `git -C dir`, `make -C dir`: the rest happens there. */
function enterDirectories(judging: Judging, { checks }: Analysis, scene: Scene): Scene {
	let { directories } = scene;
	for (const { argument, role } of checks) {
		if (role !== "cwd") continue;
		const { text } = argument;
		if (text === null) {
			judging.findings.push(ask("command-dynamic", argument.source, "The directory is only known when the shell runs"));
			continue;
		}
		if (!mayLook(judging, text, { ...scene, directories }, 4)) continue;
		const entered = new Set<string>();
		const finding = inEveryDirectory({ ...scene, directories }, (directory) => {
			const there = judging.policy.files.enter(text, directory);
			entered.add(there.directory);
			return there.finding;
		});
		touch(judging, text, argument.source, scene);
		if (finding !== null) judging.findings.push({ ...finding, segment: argument.source });
		directories = [...entered];
	}
	return { ...scene, directories };
}

/** A variable that a program gets to see, other than the free ones. */
export function exportedName(name: string, segment: string): Finding {
	return isDangerous(name)
		? deny("command-assignment", segment, `'${name}' changes which program runs or how`)
		: ask("command-assignment", segment, `'${name}' is set for the program, and it is not known what that changes`);
}

/** Looks through a launcher at the command it runs. */
function judgeInner(judging: Judging, analysis: Analysis, inner: Inner, scene: Scene, segment: string): void {
	const { findings, policy } = judging;
	for (const { text, lead, source } of inner.assignments) {
		const [name = "", value] = /^([^=+]*)=(.*)$/s.exec(text ?? "")?.slice(1) ?? [lead];
		if (value === undefined || !isFreePair(name, value)) findings.push(exportedName(name.replace(/[+=].*$/s, ""), source));
	}
	const before = findings.length;
	const isUnnamed =
		inner.needsRule !== null &&
		!judging.sets.every(
			(set) => coverCommand(analysis, set, scene.set).kind === "covered" || innerRules(analysis, set, inner.at).length > 0,
		);
	if (isUnnamed) findings.push(deny("command-not-allowed", segment, `No rule names the launcher of '${segment}': ${inner.needsRule}`));
	if (judging.depth >= DEEPEST_TEXT) {
		findings.push(ask("command-unparsable", segment, "Launchers are nested too deeply"));
		return;
	}
	judging.observe?.form(inner.words.some(({ below }) => below !== null) ? "find-exec" : "launcher");
	const sets = judging.sets.map((set) => withRules(set, innerRules(analysis, set, inner.at)));
	const deeper = { ...judging, sets, depth: judging.depth + 1 };
	const text = inner.words.map((word) => word.source).join(" ");
	// SECURITY: launchers that start a command twice double it at each level (test/decide/bad-input.test.ts).
	if (!mayRead(judging, inner.words, text) || ++judging.count.parts > MOST_PARTS) {
		findings.push(deny("command-unparsable", text.slice(0, 80), "The command has more than 1,000 parts"));
		return;
	}
	if (!inner.appends || inner.at < 0) {
		judgeSimple(deeper, inner.words, scene, text);
		// A rule for the program alone would not help: the launcher must be named too, and is never proposed.
		if (isUnnamed) withoutRemedies(findings, before);
		return;
	}
	const fed = fedArgument(analysis, inner, scene);
	// Any list of words is harmless to it.
	const prints = inner.words[0]?.text === "echo";
	if (fed.below === null && !policy.confined && !prints)
		findings.push(
			ask("command-dynamic", segment, "What is appended to the command is only known when it runs", {
				remedy: "find DIR -type f -print0 | xargs -0 PROGRAM",
			}),
		);
	const without = { ...scene, input: "none" as const };
	judgeSimple(deeper, [...inner.words, fed], without, text);
	// Without `-r` the program runs once even if nothing arrives.
	judgeSimple(deeper, inner.words, without, text);
}

/** What xargs appends: paths that the command before it surely hands over, or any words. */
function fedArgument({ words }: Analysis, inner: Inner, { input }: Scene): Argument {
	const own = words.slice(1, inner.at).map(({ text }) => text);
	const zero = own.includes("-0") && own.every((word) => word !== null && /^(?:-0|-r|-[nP]\d*|\d+)$/.test(word));
	if (typeof input === "string" || !zero) return dynamicArgument("…", "", { open: true });
	// A name that git knows may begin with a dash: behind `--`, or where no option does harm.
	return dynamicArgument("…", input.dashes ? "" : (input.below.starts[0] ?? ""), { below: input.below });
}

function withRules(set: PatternSet, rules: readonly CommandRule[]): PatternSet {
	if (rules.length === 0) return set;
	const byProgram = new Map(set.byProgram);
	let any = set.any;
	for (const rule of rules) {
		const program = rule.pattern.words[0];
		if (program === undefined) any ??= rule.rule;
		else byProgram.set(program, [...(byProgram.get(program) ?? []), rule]);
	}
	return { any, byProgram };
}

/** Shell text in an argument (`bash -c`, `watch`, `git rebase --exec`). */
function judgeText(judging: Judging, { argument, shell }: ShellText, scene: Scene, segment: string): void {
	if (argument.text === null) {
		judging.findings.push(ask("command-dynamic", segment, "The text that is run is only known when the shell runs"));
		return;
	}
	judging.observe?.form(shell === "bash" ? "bash-text" : "sh-text");
	judging.text({ ...judging, depth: judging.depth + 1 }, argument.text, scene, shell);
}

/** What a command hands on to the next one of a pipeline: a list of paths that is sure to be one, or a pipe. */
export function fedPaths(words: readonly string[] | null, observe: Observer | undefined): Input {
	const found = words === null ? null : readPlainFind(words.slice(1), "-print0");
	if (words?.[0] === "find" && found !== null) {
		observe?.form("find-xargs");
		return { below: found.found, dashes: false };
	}
	const [, command, zero, dashes, ...paths] = words ?? [];
	if (words?.[0] !== "git" || command !== "ls-files" || zero !== "-z" || (dashes !== undefined && (dashes !== "--" || paths.length === 0)))
		return "pipe";
	// A pathspec with magic reaches elsewhere; a name may begin with a dash.
	if (paths.some((path) => /^[:/]|\.\.|[*?[\\]/.test(path))) return "pipe";
	observe?.form("git-xargs");
	return { below: { starts: ["."], links: true }, dashes: true };
}

/** The narrowest rule that would help; never a launcher or an interpreter. */
function remedyFor(analysis: Analysis, at: number): { readonly remedy?: string } {
	if (analysis.runsCode || analysis.inner.length > 0 || analysis.texts.length > 0 || analysis.needs.some((need) => need.runs === true))
		return {};
	return at >= 0 ? plainRemedy(analysis.words.slice(0, at + 1), true) : plainRemedy(analysis.words);
}

/** The words themselves as a rule, when all of them are known and a person can read it. */
function plainRemedy(words: readonly Argument[], prefix = false): { readonly remedy?: string } {
	const texts: string[] = [];
	let length = 0;
	for (const { text } of words) {
		if (text === null || runsOthers(text)) return {};
		texts.push(text);
		length += text.length + 1;
	}
	return length > 160 ? {} : { remedy: `Bash(${commandPatternText(texts, prefix)})` };
}

/** The name of a launcher or an interpreter, wherever it stands. */
function runsOthers(word: string): boolean {
	const table = findProgram(baseName(word));
	return table !== undefined && (table.launcher !== undefined || table.interpreter !== undefined);
}
