import type { MachineExamination } from "../../authority/index.ts";
import type { ConfinementLevel } from "../../engine/index.ts";
import { visible } from "../output/visible.ts";
import type { Palette } from "../terminal.ts";
import { atLeast } from "./at-least.ts";
import type { ShellRemark } from "./shell-remarks.ts";

/** What the doctor found, for a person. */
export function reportText(report: MachineExamination, remarks: readonly ShellRemark[], paint: Palette): string {
	const { level, probes, missing } = report;
	const able = atLeast(level, "L3");
	const shown = able ? paint.good(paint.strong(level)) : paint.bad(paint.strong(level));
	return [
		`${able ? paint.good("✓") : paint.bad("✗")} Level ${shown}: ${MEANING[level]}`,
		...section("What was tried", probeLines(probes, paint), paint),
		...section(
			`What ${level} does not hold`,
			missing.map((line) => `  · ${visible(line)}`),
			paint,
		),
		...section(able ? "What would make it stronger" : "What to do", cureLines(report, paint), paint),
		...section("Shell texts", shellLines(remarks, paint), paint),
		...(able ? ["", paint.faint("writ doctor --attack tries to break out of the sandbox and shows what stops it.")] : []),
		"",
	].join("\n");
}

const MEANING: Readonly<Record<ConfinementLevel, string>> = {
	L0: "nothing can be confined here, so writ run starts nothing.",
	L1: "macOS sandbox-exec, which is untested.",
	L2: "files and system calls are confined, and little else.",
	L3: "processes are confined: files, network, system calls, environment, limits.",
	L4: "processes are confined, and memory and disk have hard limits in total.",
};

function section(title: string, lines: readonly string[], paint: Palette): readonly string[] {
	return lines.length === 0 ? [] : ["", paint.strong(title), ...lines];
}

function probeLines(probes: MachineExamination["probes"], paint: Palette): readonly string[] {
	const longest = Math.max(0, ...probes.map(({ name }) => name.length));
	return probes.map(({ name, ok, needed, detail }) => {
		const sign = ok ? paint.good("✓") : needed ? paint.bad("✗") : paint.warn("–");
		return `  ${sign} ${paint.name(name.padEnd(longest))}  ${visible(oneLine(detail))}`;
	});
}

/** What a text that was allowed runs in is not writ's: aliases and functions of start files cannot be seen from here. */
function shellLines(remarks: readonly ShellRemark[], paint: Palette): readonly string[] {
	return [
		"  · are judged for a bash that starts clean; aliases, functions and options of a person's own start files apply where a client loads them",
		...remarks.map(({ name, remark }) => `  ${paint.warn("–")} ${paint.name(visible(name))} ${remark}`),
	];
}

/** Each cure once, with the probes that ask for it; a text of several lines, such as a profile of AppArmor, is set in. */
function cureLines({ cures, probes }: MachineExamination, paint: Palette): readonly string[] {
	return cures.flatMap((cure, index) => {
		const asking = probes.filter((probe) => probe.cure === cure).map(({ name }) => name);
		const [first = "", ...further] = cure.split("\n").map(visible);
		const why = asking.length === 0 ? "" : paint.faint(`  (${asking.join(", ")})`);
		return [`  ${index + 1}. ${first}${why}`, ...further.map((line) => `       ${line}`)];
	});
}

function oneLine(text: string): string {
	return text.trim().replaceAll(/\s*\n\s*/g, "; ");
}
