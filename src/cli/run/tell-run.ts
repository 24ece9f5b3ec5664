import type { ServerReply, SocketAnswer, SocketFault } from "../../client/index.ts";
import { type Problem, present } from "../../engine/index.ts";
import type { KnownMachine, NotStarted, PreparedRun, RunReport, StartedRun, UnconfinedRun } from "../../supervise/index.ts";
import { problemLines } from "../output/problems.ts";
import { exitOf, refusalLines } from "../output/refusal.ts";
import { visibleLine } from "../output/visible.ts";
import { EXIT } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";
import { notRun } from "./run-words.ts";

/** Tells of a run on standard error only: standard output is the program's. */
export interface RunTeller {
	progress(line: ServerReply): void;
	/** What the program wrote to standard error: the last line begins on a line of its own. */
	sawErrors(bytes: Uint8Array): void;
	/** Where a program is about to run, for whoever sits at a terminal. */
	begin(start: RunStart): void;
	/** What is not held as it reads, and the person should know of before it begins. */
	notice(missing: readonly { readonly what: string; readonly why: string }[]): void;
	/** Rules of the profile that hold only for agents that ask. */
	unasked(terms: PreparedRun["writ"]["terms"]): void;
	/** Blocked files that the program sees. */
	exposed(paths: readonly string[], workspace: string): void;
	mistake(message: string): number;
	/** The workspace leads through a link. */
	linked(message: string): number;
	problems(problems: readonly Problem[]): number;
	fault(fault: SocketFault, event: string, machine: KnownMachine): number;
	end(prepared: PreparedRun, machine: KnownMachine, report: FinishedRun, ended: SocketAnswer): number;
}

/** With `json` one object a line, the last one with everything; without it nothing, unless something is wrong or was denied. */
export function tellRun(json: boolean, terminal: Terminal, isShown = process.stderr.isTTY ?? false): RunTeller {
	const { complain, paintComplaint: paint } = terminal;
	let isOpen = false;
	const line = (object: ServerReply): void => {
		complain(`${isOpen ? "\n" : ""}${JSON.stringify(object)}\n`);
		isOpen = false;
	};
	const refused = (exit: number, why: ServerReply): number => {
		line(notRun(why));
		return exit;
	};
	return {
		sawErrors: (bytes) => {
			isOpen = bytes.at(-1) !== NEWLINE;
		},
		progress: (object) => {
			if (json) line(object);
		},
		begin: (start) => {
			if (!json && process.stdin.isTTY && process.stdout.isTTY) complain(`${paint.faint(startText(start))}\n`);
		},
		notice: (missing) => {
			if (!json) complain(noticeLines(missing, paint));
		},
		unasked: ({ tools: { ask, disallowed } }) => {
			const kinds = [...(ask.length > 0 ? ["confirmations"] : []), ...(disallowed.length > 0 ? ["tools and commands"] : [])];
			if (json || !isShown || kinds.length === 0) return;
			complain(
				`${paint.faint(`writ: files, hosts and limits hold; the profile's rules for ${kinds.join(", ")} are for agents that ask, and this program asks nobody`)}\n`,
			);
		},
		exposed: (paths, workspace) => {
			if (json || paths.length === 0) return;
			const names = paths
				.slice(0, 5)
				.map((path) => visibleLine(path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path));
			const more = paths.length > names.length ? ` and ${paths.length - names.length} more` : "";
			complain(
				`${paint.warn("writ:")} exposed: ${names.join(", ")}${more}: git has committed what they hold, so hiding them would hide nothing\n`,
			);
		},
		mistake(message) {
			if (json) return refused(EXIT.invalid, { code: "invalid-request", error: message });
			complain(`${paint.bad("writ:")} ${visibleLine(message)}\n`);
			return EXIT.invalid;
		},
		linked(message) {
			if (json) return refused(EXIT.broken, { code: "path-symlink", error: message });
			complain(`${paint.bad("writ:")} ${visibleLine(message)}\n`);
			return EXIT.broken;
		},
		problems(problems) {
			if (json) return refused(EXIT.invalid, { code: "invalid-definition", error: problems[0]?.message, problems });
			complain(problemLines(problems, terminal, paint));
			return EXIT.invalid;
		},
		fault(fault, event, machine) {
			const isWeak = fault.code === "sandbox-level";
			const exit = isWeak || fault.code === "path-symlink" ? EXIT.broken : exitOf(fault);
			const cures = isWeak ? weaknesses(machine) : [];
			if (json)
				return refused(exit, {
					level: machine.level,
					code: fault.code,
					error: fault.message,
					...detailsOf(fault),
					...(isWeak ? { cures } : {}),
				});
			complain(refusalLines(fault, event, paint));
			for (const cure of cures) complain(`  ${visibleLine(cure)}\n`);
			return exit;
		},
		end(prepared, machine, report, ended) {
			const exports = ended.ok && typeof ended.reply.exports === "string" ? ended.reply.exports : null;
			if (json) line({ ...summary(prepared, machine, report, exports), ...(ended.ok ? {} : { unrecorded: unrecorded(ended) }) });
			else if (report.started) complain(`${deniedLines(report, paint)}${isShown ? protectedLine(report, paint) : ""}`);
			else complain(problemText(report, paint));
			if (!ended.ok && !json) complain(`${paint.bad("writ:")} ${visibleLine(unrecorded(ended))}\n`);
			return report.started ? report.exitCode : report.exit;
		},
	};
}

/** What a person should know of a program that starts in front of them. */
interface RunStart {
	readonly profile: string;
	readonly workspace: string;
	readonly network: string;
	readonly level: string;
}

function startText({ profile, workspace, network, level }: RunStart): string {
	return visibleLine(`writ: ${profile}, in ${workspace}, ${network}, ${level}`);
}

/** An agent that somebody ended has its end in the ledger already. */
function unrecorded({ code, message }: SocketFault): string {
	return code === "not-found" ? "somebody ended the agent while its program ran" : `the end was not recorded: ${message}`;
}

const NEWLINE = 0x0a;

function weaknesses({ bwrap, cures }: KnownMachine): readonly string[] {
	return [
		...(bwrap === null && !cures.some((cure) => cure.includes("uid_map"))
			? ["There is no bwrap (package bubblewrap) on the search path that belongs to the system."]
			: []),
		...cures,
		"See `writ doctor`.",
	];
}

function detailsOf({ reply }: SocketFault): ServerReply {
	const { escalations, problems, reasons } = reply ?? {};
	return {
		...present({ escalations, problems, reasons }),
	};
}

function summary({ agent, own, writ }: PreparedRun, { level }: KnownMachine, report: FinishedRun, exports: string | null): ServerReply {
	const sandbox = {
		uuid: own.slice(own.lastIndexOf("/") + 1),
		mode: writ.terms.sandbox.mode,
		workspace: writ.places.real.workspace ?? null,
		exports,
		coarse: report.started ? report.coarse : [],
		exposed: report.started ? report.exposed : [],
		protected: report.started ? report.closed : [],
		missing: report.started ? report.missing : [],
	};
	if (report.started)
		return {
			agent_id: agent,
			level,
			sandbox,
			exit_code: report.exitCode,
			usage: usageOf(report),
			violations: violationsOf(report),
			...(report.lost === null ? {} : { lost_output: report.lost }),
		};
	const [first] = report.problems;
	return {
		agent_id: agent,
		level,
		sandbox,
		exit_code: null,
		usage: null,
		violations: [],
		code: first?.code,
		error: first?.message,
		problems: report.problems,
	};
}

function usageOf({ usage }: EndedRun): ServerReply {
	return {
		duration_ms: usage.milliseconds,
		peak_memory_mb: usage.peakMemoryMb,
		peak_processes: usage.peakProcesses,
		disk_bytes: usage.diskBytes,
		sent_bytes: usage.sentBytes,
		received_bytes: usage.receivedBytes,
	};
}

function violationsOf({ denials, limits, findings }: EndedRun): readonly ServerReply[] {
	return [
		...denials.map((denied) => ({ kind: "network", ...denied })),
		...limits.map((limit) => ({ kind: "limit", ...limit })),
		...findings.map(({ kind, movedTo, ...finding }) => ({ kind: "file", found: kind, ...finding, moved_to: movedTo })),
	];
}

/** What was denied to a program, as people read it; empty when nothing was. */
function deniedLines({ denials, limits, findings, quota, lost }: EndedRun, paint: Palette): string {
	const lines = [
		...denials.map(({ host, port, code, message, times }) => {
			const why = code === "address-not-public" ? `\n           ${visibleLine(message)}` : "";
			const often = times > 1 ? `, ${times} times` : "";
			return `  network  ${visibleLine(host)}${port === null ? "" : `:${port}`}  ${paint.faint(`${code}${often}`)}${why}`;
		}),
		...limits.map(
			({ limit, allowed, used }) =>
				`  limit    ${limit}: ${used} used of ${allowed} (${strengthOf(limit, quota)}); ${ENDING.has(limit) ? "the program was ended" : "it got no more"}`,
		),
		...findings.map(({ path, kind, outcome, movedTo }) => {
			const became = outcome === "moved" ? `moved to ${visibleLine(movedTo ?? "")}` : outcome;
			if (kind === "unscanned")
				return `  file     ${visibleLine(path)}  ${paint.faint("an earlier run here was killed before its files were checked")}`;
			return `  file     ${visibleLine(path)}  ${paint.faint(`${kind}, ${became}`)}`;
		}),
	];
	const unwritten = lost === null ? "" : `${paint.bad("writ:")} output of the program could not be written and is lost (${lost})\n`;
	return lines.length === 0 ? unwritten : `${unwritten}${paint.warn("writ:")} denied\n${lines.join("\n")}\n`;
}

/** A person whose program failed learns which names cannot be written: the kernel tells the program so, in four different ways. */
function protectedLine({ exitCode, closed }: EndedRun, paint: Palette): string {
	if (exitCode === 0 || closed.length === 0) return "";
	const names = closed.slice(0, 20).map(visibleLine).join(", ");
	return paint.faint(`writ: protected: ${names}${closed.length > 20 ? ` and ${closed.length - 20} more` : ""}`).concat("\n");
}

/** Why a program was not started: each cause with its cure. */
function problemText({ problems }: Pick<NotStarted, "problems">, paint: Palette): string {
	return problems
		.map(({ code, message, cure }) => `${paint.bad("writ:")} ${visibleLine(message)}  ${paint.faint(code)}\n  ${visibleLine(cure)}\n`)
		.join("");
}

/** What is not held as it reads and a person should know of now: files that could be changed under another name. */
function noticeLines(missing: readonly { readonly what: string; readonly why: string }[], paint: Palette): string {
	const notices = missing.filter(
		({ what, why }) => what === "sandbox" || (what === "filesystem.write_paths" && why.includes("another name")),
	);
	const cure = (what: string): string => (what === "sandbox" ? "" : " (--break-hardlinks replaces such files by copies)");
	return notices.map(({ what, why }) => `${paint.warn("writ:")} ${visibleLine(why)}${cure(what)}\n`).join("");
}

/** Limits that end a program; others only give it no more. */
const ENDING: ReadonlySet<string> = new Set(["max_total_size_mb", "max_memory_mb", "max_runtime_seconds", "max_file_size_mb"]);

function strengthOf(limit: string, quota: "soft" | "hard"): string {
	if (limit === "max_total_size_mb") return quota;
	return limit === "max_memory_mb" ? "soft" : "hard";
}

/** What is read-only or cannot be made below the workspace, by its name there. */
function closedNames({ readOnly, masks, workspace: { source } }: StartedRun["plan"]): readonly string[] {
	const closed = [...readOnly, ...masks.filter(({ exists }) => !exists)].map((one) => one.source);
	return [...new Set(closed.flatMap((path) => (path.startsWith(`${source}/`) ? [path.slice(source.length + 1)] : [])))].toSorted();
}

/** How a run went, confined or not, as it is recorded and told. */
export type FinishedRun = EndedRun | NotStarted;

interface EndedRun extends Omit<StartedRun, "plan">, Pick<StartedRun["plan"], "coarse" | "quota"> {
	/** Blocked files that the program saw as they are. */
	readonly exposed: readonly string[];
	/** Names at the root of the workspace that could not be written. */
	readonly closed: readonly string[];
}

/** The report of a supervisor in the one form. */
export function finishedRun(report: RunReport | UnconfinedRun): FinishedRun {
	if (!report.started) return report;
	if ("plan" in report) {
		const { plan, ...rest } = report;
		return { ...rest, coarse: plan.coarse, exposed: plan.exposed ?? [], closed: closedNames(plan), quota: plan.quota };
	}
	const { milliseconds, ...rest } = report;
	const usage = { milliseconds, peakMemoryMb: null, peakProcesses: null, diskBytes: 0, sentBytes: 0, receivedBytes: 0 };
	return { ...rest, coarse: [], exposed: [], closed: [], quota: "soft", usage, lost: null, limits: [], findings: [], denials: [] };
}
