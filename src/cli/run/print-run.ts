import type { NotStarted } from "../../authority/index.ts";
import { visibleLine } from "../output/visible.ts";
import type { Palette } from "../terminal.ts";
import type { EndedRun } from "./finished-run.ts";

/** What was denied to a program, as people read it; empty when nothing was. */
export function deniedLines({ denials, limits, findings, quota, lost }: EndedRun, paint: Palette): string {
	const lines = [
		...denials.map(({ host, port, code, times }) => {
			const often = times > 1 ? `, ${times} times` : "";
			return `  network  ${visibleLine(host)}${port === null ? "" : `:${port}`}  ${paint.faint(`${code}${often}`)}`;
		}),
		...limits.map(
			({ limit, allowed, used }) => `  limit    ${limit}: ${used} used of ${allowed} (${strengthOf(limit, quota)}); the program was ended`,
		),
		...findings.map(({ path, kind, outcome, movedTo }) => {
			const became = outcome === "moved" ? `moved to ${visibleLine(movedTo ?? "")}` : outcome;
			return `  file     ${visibleLine(path)}  ${paint.faint(`${kind}, ${became}`)}`;
		}),
	];
	const unwritten = lost === null ? "" : `${paint.bad("writ:")} output of the program could not be written and is lost (${lost})\n`;
	return lines.length === 0 ? unwritten : `${unwritten}${paint.warn("writ:")} denied\n${lines.join("\n")}\n`;
}

/** Why a program was not started: each cause with its cure. */
export function problemText({ problems }: Pick<NotStarted, "problems">, paint: Palette): string {
	return problems
		.map(({ code, message, cure }) => `${paint.bad("writ:")} ${visibleLine(message)}  ${paint.faint(code)}\n  ${visibleLine(cure)}\n`)
		.join("");
}

/** What is not held as it reads and a person should know of now: files that could be changed under another name. */
export function noticeLines(missing: readonly { readonly what: string; readonly why: string }[], paint: Palette): string {
	const notices = missing.filter(
		({ what, why }) => what === "sandbox" || (what === "filesystem.write_paths" && why.includes("another name")),
	);
	return notices.map(({ why }) => `${paint.warn("writ:")} ${visibleLine(why)}\n`).join("");
}

function strengthOf(limit: string, quota: "soft" | "hard"): string {
	if (limit === "max_total_size_mb") return quota;
	return limit === "max_memory_mb" ? "soft" : "hard";
}
