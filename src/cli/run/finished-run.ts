import type { NotStarted, RunReport, StartedRun, UnconfinedRun } from "../../authority/index.ts";

/** How a run went, confined or not, as it is recorded and told. */
export type FinishedRun = EndedRun | NotStarted;

export interface EndedRun extends Omit<StartedRun, "plan">, Pick<StartedRun["plan"], "coarse" | "quota"> {}

/** The report of a supervisor in the one form. */
export function finishedRun(report: RunReport | UnconfinedRun): FinishedRun {
	if (!report.started) return report;
	if ("plan" in report) {
		const { plan, ...rest } = report;
		return { ...rest, coarse: plan.coarse, quota: plan.quota };
	}
	const { milliseconds, ...rest } = report;
	const usage = { milliseconds, peakMemoryMb: null, peakProcesses: null, diskBytes: 0, sentBytes: 0, receivedBytes: 0 };
	return { ...rest, coarse: [], quota: "soft", usage, lost: null, limits: [], findings: [], denials: [] };
}
