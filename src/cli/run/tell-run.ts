import type { KnownMachine, PreparedRun } from "../../authority/index.ts";
import type { Problem } from "../../engine/index.ts";
import type { ServerReply, SocketAnswer, SocketFault } from "../../points/socket/index.ts";
import { exitOf, refusalLines } from "../client/print-refusal.ts";
import { EXIT } from "../exit-code.ts";
import { problemLines } from "../output/print-problems.ts";
import { visibleLine } from "../output/visible.ts";
import type { Terminal } from "../terminal.ts";
import type { EndedRun, FinishedRun } from "./finished-run.ts";
import { notRun } from "./not-run.ts";
import { deniedLines, noticeLines, problemText } from "./print-run.ts";

/** Tells of a run on standard error only: standard output is the program's. */
export interface RunTeller {
	progress(line: ServerReply): void;
	/** What the program wrote to standard error: the last line begins on a line of its own. */
	sawErrors(bytes: Uint8Array): void;
	/** What is not held as it reads, and the person should know of before it begins. */
	notice(missing: readonly { readonly what: string; readonly why: string }[]): void;
	mistake(message: string): number;
	/** The workspace leads through a link. */
	linked(message: string): number;
	problems(problems: readonly Problem[]): number;
	fault(fault: SocketFault, event: string, machine: KnownMachine): number;
	end(prepared: PreparedRun, machine: KnownMachine, report: FinishedRun, ended: SocketAnswer): number;
}

/** With `json` one object a line, the last one with everything; without it nothing, unless something is wrong or was denied. */
export function tellRun(json: boolean, terminal: Terminal): RunTeller {
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
		notice: (missing) => {
			if (!json) complain(noticeLines(missing, paint));
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
			else if (report.started) complain(deniedLines(report, paint));
			else complain(problemText(report, paint));
			if (!ended.ok && !json) complain(`${paint.bad("writ:")} ${visibleLine(unrecorded(ended))}\n`);
			return report.started ? report.exitCode : report.exit;
		},
	};
}

/** An agent that somebody ended has its end in the ledger already. */
function unrecorded({ code, message }: SocketFault): string {
	return code === "not-found" ? "somebody ended the agent while its program ran" : `the end was not recorded: ${message}`;
}

const NEWLINE = 0x0a;

function weaknesses({ bwrap, cures }: KnownMachine): readonly string[] {
	return [
		...(bwrap === null ? ["There is no bwrap (package bubblewrap) on the search path that belongs to the system."] : []),
		...cures,
		"See `writ doctor`.",
	];
}

function detailsOf({ reply }: SocketFault): ServerReply {
	const { escalations, problems, reasons } = reply ?? {};
	return {
		...(escalations === undefined ? {} : { escalations }),
		...(problems === undefined ? {} : { problems }),
		...(reasons === undefined ? {} : { reasons }),
	};
}

function summary({ agent, own, writ }: PreparedRun, { level }: KnownMachine, report: FinishedRun, exports: string | null): ServerReply {
	const sandbox = {
		uuid: own.slice(own.lastIndexOf("/") + 1),
		mode: writ.terms.sandbox.mode,
		workspace: writ.places.real.workspace ?? null,
		exports,
		coarse: report.started ? report.coarse : [],
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
