import { analyseCommand } from "./analyse-command.ts";
import type { Analysis, Check, Inner } from "./analysis.ts";
import { type Argument, dynamicArgument } from "./argument.ts";
import type { CommandRule, PathFinding, PatternSet } from "./command-policy.ts";
import { commandPatternText } from "./command-pattern.ts";
import { type Cover, coverCommand, innerRules } from "./cover-command.ts";
import { ask, deny, type Finding } from "./finding.ts";
import { forbiddingRule } from "./forbid-command.ts";
import { checkAssignment } from "./assignments.ts";
import { moveTo, type ShellState } from "./shell-state.ts";
import type { CommandForm, ProgramTable } from "./program-table.ts";
import { findProgram } from "./programs/index.ts";
import { DEEPEST_TEXT, grantsEverything, type Walk } from "./walk.ts";

/** Judges one simple command whose words are known as far as they can be; built-ins were taken out before. */
export function judgeSimple(walk: Walk, words: readonly Argument[], state: ShellState, segment: string): void {
	const first = words[0];
	if (first === undefined) return;
	if (first.text === null) {
		if (!grantsEverything(walk)) walk.findings.push(ask("command-dynamic", segment, "Which program runs is only known when the shell runs"));
		return;
	}
	if (isUnlisted(walk, first.text)) {
		walk.findings.push(deny("command-not-allowed", segment, `No rule allows '${segment}'`, plainRemedy(words)));
		return;
	}
	const analysis = analyseCommand(words);
	judgeForbidden(walk, analysis, segment);
	const covers = walk.sets.map((set) => coverCommand(analysis, set));
	judgeCovers(walk, analysis, covers, segment);
	const at = enterDirectory(walk, analysis, state);
	for (const check of analysis.checks) judgeCheck(walk, check, at, covers, segment);
	for (const inner of analysis.inner) judgeInner(walk, analysis, inner, at, segment);
	for (const { argument, at: position } of analysis.texts) judgeText(walk, argument, position, at, covers, segment);
}

/** No rule speaks of the program at all, and it runs nothing else that a rule might speak of: there is nothing to look at. */
function isUnlisted(walk: Walk, name: string): boolean {
	const program = name.slice(name.lastIndexOf("/") + 1);
	if (walk.sets.every((set) => set.any !== null || set.byProgram.has(name))) return false;
	const table = findProgram(program);
	if (table !== undefined && (table.launcher !== undefined || table.interpreter !== undefined || runsInner(table))) return false;
	const { disallowed, ask: asking } = walk.policy;
	return !disallowed.byProgram.has(program) && !disallowed.byProgram.has(name) && !asking.byProgram.has(program);
}

const launching = new WeakMap<ProgramTable, boolean>();

/** Whether a subcommand of the program launches something (`uv run`). */
function runsInner(table: ProgramTable): boolean {
	let answer = launching.get(table);
	if (answer === undefined) {
		const search = (form: CommandForm): boolean => form.launcher !== undefined || Object.values(form.subcommands ?? {}).some(search);
		launching.set(table, (answer = search(table)));
	}
	return answer;
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
	if (asked !== null) walk.findings.push(ask("needs-confirmation", segment, `'${segment}' must be confirmed (${asked.rule})`, { rule: asked.rule }));
}

function judgeCovers(walk: Walk, analysis: Analysis, covers: readonly Cover[], segment: string): void {
	covers.forEach((cover, index) => {
		if (cover.kind === "covered") {
			walk.rules.add(cover.rule);
			for (const need of cover.open) {
				const remedy = remedyFor(analysis, need.at);
				walk.findings.push({ effect: need.effect, code: need.code, segment: need.segment, message: `${cover.rule} does not cover '${need.segment}': ${need.why}`, rule: cover.rule, ...remedy });
			}
			return;
		}
		if (analysis.inner.some((inner) => inner.at > 0 && innerRules(analysis, walk.sets[index] ?? noRules, inner.at).length > 0)) return;
		if (analysis.transparent) {
			for (const need of analysis.needs) walk.findings.push({ effect: need.effect, code: need.code, segment: need.segment, message: `No rule covers '${need.segment}': ${need.why}` });
			return;
		}
		walk.findings.push(
			cover.kind === "maybe"
				? ask("command-dynamic", segment, "Whether a rule covers this is only known when the shell runs")
				: deny("command-not-allowed", segment, `No rule allows '${segment}'`, remedyFor(analysis, -1)),
		);
	});
}

const noRules: PatternSet = { any: null, byProgram: new Map() };

/** The narrowest rule that would help; never a launcher or an interpreter. */
function remedyFor(analysis: Analysis, at: number): { readonly remedy?: string } {
	if (analysis.runsCode || analysis.inner.length > 0 || analysis.texts.length > 0) return {};
	return at >= 0 ? plainRemedy(analysis.words.slice(0, at + 1), true) : plainRemedy(analysis.words);
}

/** The words themselves as a rule, when all of them are known and a person can read it. */
function plainRemedy(words: readonly Argument[], prefix = false): { readonly remedy?: string } {
	const texts: string[] = [];
	let length = 0;
	for (const { text } of words) {
		if (text === null) return {};
		texts.push(text);
		length += text.length + 1;
	}
	return length > 160 ? {} : { remedy: `Bash(${commandPatternText(texts, prefix)})` };
}

/** `git -C dir`, `make -C dir`: the rest happens there. */
function enterDirectory(walk: Walk, analysis: Analysis, state: ShellState): ShellState {
	const moves = analysis.checks.filter((check) => check.role === "cwd");
	let current = state;
	for (const { argument } of moves) {
		if (argument.text === null) {
			walk.findings.push(ask("command-dynamic", argument.source, "The directory is only known when the shell runs"));
			current = moveTo(current, null);
			continue;
		}
		const text = argument.text;
		const entered = (current.directories ?? []).map((directory) => walk.policy.files.enter(text, directory));
		report(walk, entered.map((result) => result.finding), argument.source);
		current = moveTo(current, current.directories === null ? null : entered.map((result) => result.directory));
	}
	return current;
}

/** One word against the file or network dimension. */
function judgeCheck(walk: Walk, check: Check, state: ShellState, covers: readonly Cover[], segment: string): void {
	const { argument, role } = check;
	const { files, host } = walk.policy;
	if (argument.pipe || role === "cwd") return;
	if (role === "url") {
		if (covers.every((cover) => cover.kind === "covered" && cover.named(check.at) && check.at >= 0)) return;
		if (argument.text === null) walk.findings.push(ask("command-dynamic", argument.source, "The host is only known when the shell runs"));
		else report(walk, [host(argument.text)], argument.source);
		return;
	}
	if (argument.text === null) {
		judgeUnknownPath(walk, check, state, segment);
		return;
	}
	const text = argument.text;
	const writes = isWriting(role);
	if (!writes && text === "-") return;
	if (state.directories === null && !text.startsWith("/")) {
		if (writes || !files.everythingReadable) walk.findings.push(ask("command-dynamic", argument.source, "The directory is only known when the shell runs"));
		return;
	}
	report(walk, (state.directories ?? ["/"]).map((directory) => checkPath(walk, role, text, directory)), argument.source);
}

function checkPath(walk: Walk, role: Check["role"], text: string, directory: string): PathFinding {
	const { files } = walk.policy;
	switch (role) {
		case "read":
			return isDevice(text) ? null : files.read(text, directory);
		case "write":
			return isDevice(text) ? null : files.write(text, directory);
		case "read-tree":
			return files.readTree(text, directory);
		case "write-tree":
			return files.writeTree(text, directory);
		case "remove":
			return files.remove(text, directory);
		default: {
			// A revision may carry a path (`HEAD:.env`); a path that leaves is checked whole.
			const path = text.includes(":") && !text.startsWith("/") ? text.slice(text.indexOf(":") + 1) : text;
			if (path === "" || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return null;
			return /^(?:\/|\.\.(?:\/|$))/.test(path) ? files.read(path, directory) : files.blocked(path, directory);
		}
	}
}

function isWriting(role: Check["role"]): boolean {
	return role === "write" || role === "write-tree" || role === "remove";
}

function isDevice(path: string): boolean {
	return path === "/dev/null" || path === "/dev/stdout" || path === "/dev/stderr" || path === "/dev/zero" || path === "/dev/urandom";
}

function judgeUnknownPath(walk: Walk, { role, argument }: Check, state: ShellState, segment: string): void {
	const { files } = walk.policy;
	if (isWriting(role)) {
		walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' writes is only known when the shell runs`));
		return;
	}
	const glob = argument.glob;
	if (glob !== null && state.directories !== null) {
		report(walk, state.directories.map((directory) => files.readGlob(glob, directory)), argument.source);
		return;
	}
	if (!files.everythingReadable && role !== "maybe-read") walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' reads is only known when the shell runs`));
	else if (!files.everythingReadable && argument.splits) walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' reads is only known when the shell runs`));
}

/** SECURITY: where the shell may stand in several places, a finding in all of them is proven, in some it is asked. */
function report(walk: Walk, findings: readonly PathFinding[], segment: string): void {
	const against = findings.filter((finding) => finding !== null);
	const first = against[0];
	if (first === undefined || first === null) return;
	const effect: Finding["effect"] = against.length === findings.length ? first.effect : "ask";
	walk.findings.push({ ...first, effect, segment });
}

/** Looks through a launcher at the command it runs. */
function judgeInner(walk: Walk, analysis: Analysis, inner: Inner, state: ShellState, segment: string): void {
	for (const name of inner.assignments) checkAssignment(walk, name, name, true);
	if (inner.needsRule !== null && !walk.sets.every((set) => coverCommand(analysis, set).kind === "covered" || innerRules(analysis, set, inner.at).length > 0)) {
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
		walk.text({ ...walk, depth: walk.depth + 1 }, argument.text, state);
		return;
	}
	const named = covers.every((cover) => cover.kind === "covered" && cover.named(at));
	if (!named && !grantsEverything(walk)) walk.findings.push(ask("command-dynamic", segment, "The text that is run is only known when the shell runs"));
}
