import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FORMS } from "../../src/engine/shell/index.ts";
import { type Box, makeLocale, openBox, type Surroundings } from "./box.ts";
import { ROWS, type Row } from "./grammar/rows.ts";
import { type Disagreement, judgeEvents } from "./oracle.ts";
import { type Heard, judgeParts, listen } from "./parts.ts";
import { POLICIES, type Policy } from "./policies.ts";
import { shrink } from "./shrink.ts";
import type { Candidate } from "./source.ts";
import type { TraceEvent } from "./trace.ts";

/** A text that was allowed and did more. */
export interface Finding {
	/** How many texts had been judged when it was found. */
	readonly after: number;
	readonly origin: Candidate["origin"];
	readonly surroundings: Surroundings;
	readonly policy: string;
	readonly text: string;
	readonly shrunk: string;
	readonly did: readonly string[];
}

/** What a run found. */
export interface Outcome {
	readonly judged: number;
	readonly inside: number;
	readonly allowed: number;
	readonly insideAllowed: number;
	readonly events: number;
	readonly late: number;
	/** How many texts that ran hold a row of the grammar, and a form that the engine met. */
	readonly rows: ReadonlyMap<Row, number>;
	readonly forms: ReadonlyMap<string, number>;
	readonly findings: readonly Finding[];
	/** Texts that disagreed, also those that were not looked at more closely. */
	readonly disagreeing: number;
	readonly seconds: number;
	readonly withoutLocale: boolean;
}

/** Where texts come from, how many, and how they are run. */
export interface RunOptions {
	/** The next text, or nothing at the end; it is told what this machine can set up. */
	readonly texts: (possible: ReadonlySet<Surroundings>) => () => Candidate | undefined;
	readonly boxes: number;
	/** How many findings are made shorter and kept, and how many of them of one sort. */
	readonly most: number;
	readonly keep: number;
	/** Told of each finding as it is made: a long run may be ended before it reports. */
	readonly onFinding?: (finding: Finding) => void;
	readonly onProgress?: (judged: number, allowed: number, found: number, seconds: number) => void;
}

/** Judges texts, runs those that are allowed, and holds what they did against what was allowed. */
export async function runDifferential(options: RunOptions): Promise<Outcome> {
	const top = mkdtempSync(join(fastFolder(), "writ-differential-"));
	const locale = makeLocale(top);
	const next = options.texts(
		new Set<Surroundings>(["plain", "options", "cdpath", "utf8", ...(locale === undefined ? [] : (["gbk"] as const))]),
	);
	const started = performance.now();
	const tally = { judged: 0, inside: 0, allowed: 0, insideAllowed: 0, events: 0, late: 0, disagreeing: 0 };
	const rows = new Map<Row, number>(Object.keys(ROWS).map((name) => [name as Row, 0]));
	const forms = new Map<string, number>(Object.keys(FORMS).map((id) => [id, 0]));
	const findings: Finding[] = [];
	const kept = new Map<string, number>();

	const work = async (index: number): Promise<void> => {
		const box = openBox(join(top, `box-${index}`), locale);
		for (let candidate = next(); candidate !== undefined; candidate = next()) {
			const after = ++tally.judged;
			if (after % 50_000 === 0) options.onProgress?.(after, tally.allowed, tally.disagreeing, (performance.now() - started) / 1000);
			const inside = candidate.outside.length === 0;
			if (inside) tally.inside++;
			const { text, surroundings } = candidate;
			const asked = POLICIES.filter(({ about }) => about === undefined || about.test(text));
			const answers = asked.map((policy) => ({ policy, heard: listen(policy, text, surroundings) })).filter(({ heard }) => heard.allowed);
			const [first] = answers;
			if (first === undefined) continue;
			tally.allowed++;
			if (inside) tally.insideAllowed++;
			for (const row of candidate.rows) rows.set(row, (rows.get(row) ?? 0) + 1);
			for (const form of first.heard.forms) forms.set(form, (forms.get(form) ?? 0) + 1);
			const run = await box.run(text, surroundings);
			tally.events += run.events.length;
			if (run.late) tally.late++;
			for (const { policy, heard } of answers) {
				const wrong = judge(policy, heard, run.events, surroundings);
				if (wrong.length === 0) continue;
				tally.disagreeing++;
				const sort = sortOf(candidate, wrong);
				const same = kept.get(sort) ?? 0;
				if (same >= options.keep || findings.length >= options.most) break;
				kept.set(sort, same + 1);
				const finding = await lookCloser(box, policy, candidate, after, wrong);
				findings.push(finding);
				options.onFinding?.(finding);
				break;
			}
		}
		await box.close();
	};
	try {
		await Promise.all(Array.from({ length: options.boxes }, (_, index) => work(index)));
	} finally {
		rmSync(top, { recursive: true, force: true, maxRetries: 5 });
	}
	return { ...tally, rows, forms, findings, seconds: (performance.now() - started) / 1000, withoutLocale: locale === undefined };
}

/** Where files are made and removed by the thousand: in memory where the machine has such a folder. */
function fastFolder(): string {
	try {
		accessSync("/dev/shm", constants.W_OK);
		return "/dev/shm";
	} catch {
		return tmpdir();
	}
}

/** Both oracles: each event must be allowed when asked by itself, and be one of the parts that were judged. */
function judge(policy: Policy, heard: Heard, events: readonly TraceEvent[], surroundings: Surroundings): readonly Disagreement[] {
	return [...judgeEvents(policy, events, surroundings), ...judgeParts(policy, heard.parts, events)];
}

const TELLING =
	/\b(break|continue|return|exit|trap|local|declare|export|readonly|read|set|shopt|posix|keyword|exec|eval|pushd|popd|cd|bash|sh|dash|for|while|if|case|let)\b|~|\(\(|\$'|\$@|\[@\]|&&|\|\||[*?]/g;

/** Findings that are probably the same mistake: what was done, and which telling words are around it. */
function sortOf({ text, surroundings }: Candidate, wrong: readonly Disagreement[]): string {
	const kinds = [...new Set(wrong.map(({ kind }) => kind))].toSorted();
	return JSON.stringify([kinds, surroundings === "plain", [...new Set(text.match(TELLING))].toSorted()]);
}

/** What must stay while a text is made shorter: what was done, and by or to what. */
function nature({ kind, did }: Disagreement): string {
	return `${kind} ${kind === "ran" ? did.split('"', 2)[1] : did}`;
}

async function lookCloser(box: Box, policy: Policy, candidate: Candidate, after: number, wrong: readonly Disagreement[]): Promise<Finding> {
	const { text, surroundings, origin } = candidate;
	const same = new Set(wrong.map(nature));
	let did = wrong.map((each) => each.did);
	const shrunk = await shrink(text, async (shorter) => {
		const heard = listen(policy, shorter, surroundings);
		if (!heard.allowed) return false;
		const { events } = await box.run(shorter, surroundings);
		const still = judge(policy, heard, events, surroundings).filter((each) => same.has(nature(each)));
		if (still.length > 0) did = still.map((each) => each.did);
		return still.length > 0;
	});
	return { after, origin, surroundings, policy: policy.name, text, shrunk, did: [...new Set(did)].slice(0, 5) };
}
