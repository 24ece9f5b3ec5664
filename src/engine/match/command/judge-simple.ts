import { analyseCommand } from "./analyse-command.ts";
import type { Analysis, Inner } from "./analysis.ts";
import { type Argument, dynamicArgument } from "./argument.ts";
import { checkAssignment } from "./assignments.ts";
import { baseName } from "./base-name.ts";
import type { CommandRule, PatternSet } from "./command-policy.ts";
import { type Cover, coverByName, coverCommand, innerRules, namesWord } from "./cover-command.ts";
import { ask, deny } from "./finding.ts";
import { forbiddingRule } from "./forbid-command.ts";
import { hiddenCommands } from "./hidden-commands.ts";
import { enterDirectory, judgeCheck } from "./judge-check.ts";
import type { PlainCommand } from "./kept-command.ts";
import { rememberEntries } from "./made-entries.ts";
import { findProgram } from "./programs/index.ts";
import { plainRemedy, remedyFor } from "./remedy.ts";
import { ownShell, type ShellState } from "./shell-state.ts";
import { DEEPEST_TEXT, grantsEverything, MOST_WORDS, type Walk } from "./walk.ts";

/** Judges one simple command whose words are known as far as they can be; built-ins were taken out before. */
export function judgeSimple(
	walk: Walk,
	words: readonly Argument[],
	state: ShellState,
	segment: string,
	plain: PlainCommand | null = null,
): void {
	const first = words[0];
	if (first === undefined) return;
	if (first.text === null) {
		if (!grantsEverything(walk))
			walk.findings.push(ask("command-dynamic", segment, "Which program runs is only known when the shell runs"));
		return;
	}
	if (words.length > MOST_WORDS) {
		walk.findings.push(deny("command-unparsable", segment.slice(0, 80), "The command has more than 1,000 words"));
		return;
	}
	if (isUnlisted(walk, first.text) && !words.some((word) => word.lead.startsWith("-"))) {
		walk.findings.push(deny("command-not-allowed", segment, `No rule allows '${segment}'`, plainRemedy(words)));
		return;
	}
	const analysis = plain === null ? analyseCommand(words) : (plain.analysis ??= analyseCommand(words));
	judgeForbidden(walk, analysis, segment);
	const covers = coversOf(walk.sets, analysis);
	judgeCovers(walk, analysis, covers, segment);
	if (walk.forbids) judgeHidden(walk, analysis, covers, state, segment);
	const at = analysis.moves ? enterDirectory(walk, analysis, state) : state;
	for (const check of analysis.checks) judgeCheck(walk, check, at, covers, segment);
	for (const inner of analysis.inner) judgeInner(walk, analysis, inner, at, segment);
	for (const { argument, at: position } of analysis.texts) judgeText(walk, argument, position, at, covers, segment);
	rememberEntries(walk, analysis, at);
}

/** How far each set covers a command; mostly there is one set, and a list of one is written out: growing a list is dear. */
function coversOf(sets: readonly PatternSet[], analysis: Analysis): readonly Cover[] {
	const only = sets.length === 1 ? sets[0] : undefined;
	return only === undefined ? sets.map((set) => coverCommand(analysis, set)) : [coverCommand(analysis, only)];
}

/** No rule speaks of the program at all, and it runs nothing else that a rule might speak of: there is nothing to look at. */
function isUnlisted(walk: Walk, name: string): boolean {
	let listed = true;
	for (const set of walk.sets) if (set.any === null && !set.byProgram.has(name)) listed = false;
	if (listed) return false;
	const program = baseName(name);
	const table = findProgram(program);
	if (table !== undefined && (table.launcher !== undefined || table.interpreter !== undefined || table.subcommands !== undefined))
		return false;
	const { disallowed, ask: asking } = walk.policy;
	return !disallowed.byProgram.has(program) && !disallowed.byProgram.has(name) && !asking.byProgram.has(program);
}

function judgeForbidden(walk: Walk, analysis: Analysis, segment: string): void {
	const forbidden = forbiddingRule(analysis, walk.policy.disallowed);
	if (forbidden !== null) {
		const { rule, certain } = forbidden;
		walk.findings.push(
			certain
				? deny("command-disallowed", segment, `'${segment}' is forbidden by ${rule}`, { rule })
				: ask("command-dynamic", segment, `Whether ${rule} forbids this is only known when the shell runs`, { rule }),
		);
	}
	const asked = forbiddingRule(analysis, walk.policy.ask);
	if (asked !== null && !isGranted(walk, analysis))
		walk.findings.push(ask("needs-confirmation", segment, `'${segment}' must be confirmed (${asked.rule})`, { rule: asked.rule }));
}

/** A person granted this very command, or one that covers it; the grant is what the decision then hangs on. */
export function isGranted({ policy: { granted }, rules }: Walk, analysis: Analysis): boolean {
	if (granted.any === null && granted.byProgram.size === 0) return false;
	const cover = coverCommand(analysis, granted);
	if (cover.kind !== "covered" || cover.open.length > 0) return false;
	if (!rules.includes(cover.rule)) rules.unshift(cover.rule);
	return true;
}

function judgeCovers(walk: Walk, analysis: Analysis, covers: readonly Cover[], segment: string): void {
	for (let index = 0; index < covers.length; index++) {
		const cover = covers[index] ?? NOT_COVERED;
		if (cover.kind === "covered") {
			if (!walk.rules.includes(cover.rule)) walk.rules.push(cover.rule);
			for (const need of cover.open) {
				const remedy = remedyFor(analysis, need.at);
				walk.findings.push({
					effect: need.effect,
					code: need.code,
					segment: need.segment,
					message: `${cover.rule} does not cover '${need.segment}': ${need.why}`,
					rule: cover.rule,
					...remedy,
				});
			}
			continue;
		}
		if (analysis.inner.length > 0 && reachesInside(analysis, walk.sets[index] ?? noRules)) continue;
		if (analysis.transparent) {
			for (const need of analysis.needs)
				walk.findings.push({
					effect: need.effect,
					code: need.code,
					segment: need.segment,
					message: `No rule covers '${need.segment}': ${need.why}`,
				});
			continue;
		}
		walk.findings.push(
			cover.kind === "maybe"
				? ask("command-dynamic", segment, "Whether a rule covers this is only known when the shell runs")
				: deny("command-not-allowed", segment, `No rule allows '${segment}'`, remedyFor(analysis, -1)),
		);
	}
}

/** Whether a rule reaches past the launcher. */
function reachesInside(analysis: Analysis, set: PatternSet): boolean {
	return analysis.inner.some((inner) => inner.at > 0 && innerRules(analysis, set, inner.at).length > 0);
}

/** A bare `Bash` beside rules that forbid: it does not speak for what cannot be seen. */
function judgeHidden(walk: Walk, analysis: Analysis, covers: readonly Cover[], state: ShellState, segment: string): void {
	const fed = inputText(analysis, state);
	if (fed !== null) walk.text({ ...walk, depth: walk.depth + 1 }, fed, ownShell(state));
	const bare = walk.sets.filter((_, index) => covers[index]?.kind === "covered" && covers[index]?.bare);
	if (bare.length === 0) return;
	for (const { at, why, segment: part } of hiddenCommands(walk, analysis, fed === null ? { ...state, input: null } : state)) {
		if (bare.every((set) => namesWord(coverByName(analysis, set), at))) continue;
		walk.findings.push(ask("command-dynamic", part || segment, `Whether it runs what another rule forbids cannot be seen: ${why}`));
	}
}

/** The text that a shell reads, where it is known and means the same in every shell. */
function inputText({ needs, form }: Analysis, { input }: ShellState): string | null {
	if (input === null || !needs.some((need) => need.hides === "input")) return null;
	return form.analyser === "shell-arguments" || (form.analyser === "foreign-shell-arguments" && PLAIN_TEXT.test(input)) ? input : null;
}

const PLAIN_TEXT = /^[\w@%+:,./ \n-]*$/;

const NOT_COVERED: Cover = { kind: "none" };
const noRules: PatternSet = { any: null, byProgram: new Map() };

/** Looks through a launcher at the command it runs. */
function judgeInner(walk: Walk, analysis: Analysis, inner: Inner, state: ShellState, segment: string): void {
	for (const name of inner.assignments) checkAssignment(walk, name, name, true);
	if (
		inner.needsRule !== null &&
		!walk.sets.every((set) => coverCommand(analysis, set).kind === "covered" || innerRules(analysis, set, inner.at).length > 0)
	) {
		walk.findings.push(deny("command-not-allowed", segment, `No rule names the launcher of '${segment}': ${inner.needsRule}`));
	}
	const words = inner.appends && inner.at >= 0 ? [...inner.words, dynamicArgument("…")] : inner.words;
	const sets = walk.sets.map((set) => withRules(set, innerRules(analysis, set, inner.at)));
	const text = inner.words.map((word) => word.source).join(" ");
	if (walk.depth >= DEEPEST_TEXT) {
		walk.findings.push(ask("command-unparsable", segment, "Launchers are nested too deeply"));
		return;
	}
	judgeSimple({ ...walk, sets, depth: walk.depth + 1 }, words, state, text);
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
function judgeText(walk: Walk, argument: Argument, at: number, state: ShellState, covers: readonly Cover[], segment: string): void {
	if (argument.text !== null) {
		walk.text({ ...walk, depth: walk.depth + 1 }, argument.text, ownShell(state));
		return;
	}
	const named = covers.every((cover) => namesWord(cover, at) && !(walk.forbids && cover.kind === "covered" && cover.bare));
	if (!named && !grantsEverything(walk))
		walk.findings.push(ask("command-dynamic", segment, "The text that is run is only known when the shell runs"));
}
