import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import {
	ask,
	type CommandPolicy,
	DEEPEST_TEXT,
	deny,
	type Finding,
	type Judging,
	mayComeBefore,
	mentionsForbidden,
	type Observer,
	type Scene,
	type Shell,
} from "../commands/index.ts";
import { rememberLast } from "./memory.ts";
import { scanText } from "./scan-text.ts";
import { inside, type Walk } from "./walk.ts";
import { walkScript } from "./walk-script.ts";

/** What stands against a command, and the rules that cover its parts. */
export interface CommandJudgement {
	/** Denials first, then what must be asked, each in the order of the text; empty = allowed. */
	readonly findings: readonly Finding[];
	readonly rules: readonly string[];
	/** The base names of every program in it. */
	readonly programs: ReadonlySet<string>;
}

/** Judges shell text: every part must be a form of the language, and every simple command covered by every set of rules. Never throws. */
export function judgeCommand(text: string, directory: string, policy: CommandPolicy, observe?: Observer): CommandJudgement {
	const judging: Judging = {
		policy,
		sets: policy.allowed,
		findings: [],
		rules: [],
		programs: new Set(),
		count: { parts: 0, steps: 0, words: 0, looks: 0, redirections: 0, compared: 0, moves: 0, expanded: 0, found: 0 },
		depth: 0,
		forbids: policy.disallowed.byProgram.size > 0 || policy.ask.byProgram.size > 0,
		trail: [],
		start: directory,
		wrote: { files: 0 },
		text: judgeText,
		observe,
	};
	judgeText(judging, text, { directories: [directory], moment: { within: [], late: false }, input: "none" }, "bash");
	judgeTrail(judging);
	judgeMentions(judging, text);
	return { findings: sortFindings(judging.findings), rules: judging.rules, programs: judging.programs };
}

const scan = rememberLast(scanText);
const readText = rememberLast((text) => {
	const script = parse(text);
	return { script, bindings: countBindings(script) };
});

/** Reads a text and walks it as a shell of its own: nothing outside of it is known inside. */
function judgeText(judging: Judging, text: string, scene: Scene, shell: Shell): void {
	const { findings, depth } = judging;
	if (depth > DEEPEST_TEXT) {
		findings.push(deny("command-unparsable", text.slice(0, 80), "Shell texts are nested too deeply"));
		return;
	}
	const problem = scan(text);
	if (problem !== null) {
		findings.push(problem);
		return;
	}
	try {
		const { script, bindings } = readText(text);
		const walk: Walk = { ...judging, shell, source: text, bindings, script: walkScript };
		if (/(?:^|\s)#/.test(text)) inside(walk, "comment", text);
		walkScript(walk, script, { ...scene, known: new Map(), follows: true, substituted: "no" }, true);
	} catch {
		// INVARIANT: whatever goes wrong while reading, the answer is no.
		findings.push(deny("command-unparsable", text.slice(0, 80), "The command cannot be read"));
	}
}

/**
 * Paths are looked up before the text runs. SECURITY: after a command that may put a link there, a path leads wherever
 * that link leads; in a loop, a pipeline or the background "after" is any time (test/decide/shell.test.ts).
 */
function judgeTrail({ trail, findings, policy }: Judging): void {
	for (const [cause, effect, message] of TRAILS) {
		// The sandbox holds the paths; options count there too.
		if (policy.confined && cause === "maker") continue;
		const causes = trail.flatMap((entry, at) => (entry.kind === cause ? [{ ...entry, at }] : []));
		if (causes.length === 0) continue;
		for (const [at, entry] of trail.entries()) {
			const first = entry.kind === effect ? makerBefore(causes, entry, at) : undefined;
			if (first === undefined) continue;
			findings.push(ask("command-dynamic", entry.segment, `'${first.segment}' ${message}`));
			break;
		}
	}
}

/** What one part of a text may do to a later one. */
const TRAILS = [
	["maker", "path", "may change what stands at this path before it is used: give it as a command of its own"],
	["maker", "pattern", "may put a file there that this pattern finds and a program takes for an option: write ./* instead"],
	// SECURITY: a file `--pre=sh` is an option to a program that is given `*` (test/decide/shell.test.ts).
	["dashed", "pattern", "makes a file that this pattern finds, and that a program takes for an option: write ./* instead"],
] as const;

type Entry = Judging["trail"][number];
type Maker = Entry & { readonly at: number };

/** The first maker that may come before a path. SECURITY: most are not looked at; there may be a thousand of either (test/decide/bad-input.test.ts). */
function makerBefore(makers: readonly Maker[], entry: Entry, at: number): Maker | undefined {
	const [first] = makers;
	if (first === undefined || first.at < at || entry.moment.late) return first;
	if (entry.moment.within.length === 0) return undefined;
	return makers.find((one) => mayComeBefore(one, one.at, entry, at));
}

/** A text that is not understood, and that names what a rule forbids, is refused rather than asked about. */
function judgeMentions(judging: Judging, text: string): void {
	const { findings, policy } = judging;
	const unclear = findings.some(({ code, effect }) => effect === "ask" && (code === "command-dynamic" || code === "command-unparsable"));
	if (!unclear || findings.some(({ effect }) => effect === "deny")) return;
	const rule = mentionsForbidden(policy.disallowed, text.replace(/["'\\]/g, ""));
	if (rule !== null)
		findings.push(deny("command-disallowed", text.slice(0, 200), `The text is not understood, and names what ${rule} forbids`, { rule }));
}

function sortFindings(findings: readonly Finding[]): readonly Finding[] {
	if (findings.length < 2) return findings;
	return [...findings.filter((finding) => finding.effect === "deny"), ...findings.filter((finding) => finding.effect === "ask")];
}

/** How often each name is bound anywhere in a text: by an assignment, a loop or `read`. */
function countBindings(script: ParsedScript): ReadonlyMap<string, number> {
	const counts = new Map<string, number>();
	const bind = (name: string): void => {
		counts.set(name, (counts.get(name) ?? 0) + 1);
	};
	const visit = (node: SyntaxNode): void => {
		if (node.type === "Assignment") bind(node.name);
		else if (node.type === "For" || node.type === "Select") bind(node.name.text);
		else if (node.type === "Command" && node.name?.value === "read") {
			for (const word of node.args) bind(word.type === "Word" ? word.value : word.name);
		}
		forEachChild(node, visit);
	};
	visit(script);
	return counts;
}
