import type { EscapeReport, EscapeResult } from "../../authority/index.ts";
import { CONFINEMENT_LEVELS, type ConfinementLevel } from "../../engine/index.ts";
import { attackSandbox, examineMachine, type MachineExamination } from "../../supervise/index.ts";
import { table } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Palette, Terminal } from "../terminal.ts";

interface DoctorOptions extends CommonOptions {
	readonly attack?: boolean;
}

/** `writ doctor`: how strongly this machine confines a process, and what would make it stronger. */
export const doctorCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Try out how strongly a process can be confined on this machine, say what is missing and how to get it. Exit 3 below level 3, which writ run needs; with --attack exit 1 when something got out that should not have.",
		)
		.option("--attack", "try to break out of the sandbox, in every way that writ knows, and show what is stopped")
		.action(async (options: DoctorOptions) => end(await doctor(terminal, options)));
};

async function doctor(terminal: Terminal, { json = false, attack = false }: DoctorOptions): Promise<ExitCode> {
	const report = await examineMachine();
	const able = atLeast(report.level, "L3");
	if (attack && able) return attackIt(terminal, json);
	if (json) terminal.write(`${JSON.stringify({ ok: able, ...report, shell: shellRemarks(process.env) })}\n`);
	else terminal.write(reportText(report, shellRemarks(process.env), terminal.paint));
	return able ? EXIT.ok : EXIT.broken;
}

async function attackIt(terminal: Terminal, json: boolean): Promise<ExitCode> {
	if (!json) terminal.complain("Trying to break out, of writ's sandbox, of a naive one and without any. This takes about a minute …\n");
	const report = await attackSandbox();
	if (report === null) {
		const error = "Many attempts are written in Perl, and /usr/bin/perl is not there. Install the package perl.";
		if (json) terminal.write(`${JSON.stringify({ ok: false, code: "perl-missing", error })}\n`);
		else terminal.complain(`${terminal.paintComplaint.bad("writ:")} ${error}\n`);
		return EXIT.broken;
	}
	if (json) terminal.write(`${JSON.stringify(report)}\n`);
	else terminal.write(attackText(report, terminal.paint));
	return report.ok ? EXIT.ok : EXIT.denied;
}

/** What the doctor found, for a person. */
export function reportText(report: MachineExamination, remarks: readonly ShellRemark[], paint: Palette): string {
	const { level, probes, missing } = report;
	const able = atLeast(level, "L3");
	const shown = able ? paint.good(paint.strong(level)) : paint.bad(paint.strong(level));
	return [
		`${able ? paint.good("✓") : paint.bad("✗")} Level ${shown}: ${MEANING[level]}`,
		...section("What was tried", probeLines(probes, paint), paint),
		...section(
			`What ${level} does not enforce`,
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

/** What the attempts to break out came to, for a person: a table by family, then what is not as it should be. */
function attackText({ ok, total, families, results }: EscapeReport, paint: Palette): string {
	const rows = [...families, { ...total, family: "all" }];
	const counts = table(
		rows,
		[
			{ head: "FAMILY", of: ({ family }) => family, paint: paint.name },
			{ head: "ATTEMPTS", of: ({ attempts }) => `${attempts}` },
			{ head: "BLOCKED BY WRIT", of: ({ blocked }) => `${blocked.writ}` },
			{ head: "BY NAIVE BWRAP", of: ({ blocked }) => `${blocked.naive}` },
			{ head: "WITHOUT ANY", of: ({ blocked }) => `${blocked.plain}` },
			{ head: "KNOWN NOT TO BE", of: ({ known }) => (known === 0 ? "" : `${known}`) },
		],
		paint,
	);
	const known = results.filter((result) => result.writ.verdict === "escaped" && result.known !== null);
	const wrong = results.filter((result) => !result.ok);
	const skipped = results.filter(({ writ }) => writ.verdict === "skipped");
	return [
		counts,
		...attackSection("Not blocked, and known", known, ({ known: why }) => why ?? "", paint),
		...attackSection("Not tried here", skipped, ({ writ }) => writ.seen, paint),
		...attackSection("NOT AS IT SHOULD BE", wrong, ({ writ }) => `${writ.verdict}: ${writ.seen}`, paint),
		ok
			? `${paint.good("✓")} ${total.blocked.writ} of ${total.attempts} attempts are blocked, and the others are known and written down in SECURITY.md.\n`
			: `${paint.bad("✗")} ${wrong.length} of ${total.attempts} attempts did not end as they should. Please report this (SECURITY.md).\n`,
	].join("");
}

function attackSection(
	title: string,
	results: readonly EscapeResult[],
	why: (result: EscapeResult) => string,
	paint: Palette,
): readonly string[] {
	if (results.length === 0) return [];
	const lines = results.map((result) => `  ${paint.name(result.id)}  ${result.what}\n    ${paint.faint(visible(why(result)))}\n`);
	return [`\n${paint.strong(title)}\n`, ...lines, "\n"];
}

/** What of a person's surroundings makes a shell read a text differently from how writ judges it; `name` is the variable or the shell. */
interface ShellRemark {
	readonly name: string;
	readonly remark: string;
}

const CHANGES_SHELLS = /^(?:CDPATH|BASH_ENV|ENV|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT|PS4|BASH_COMPAT|GLOBIGNORE|EXECIGNORE|BASH_FUNC_.*)$/;

/** Shell texts are judged for a bash that starts clean: what is set here that such a one would not have. */
export function shellRemarks(environment: Readonly<Record<string, string | undefined>>): readonly ShellRemark[] {
	const shell = environment.SHELL ?? "";
	const name = shell.slice(shell.lastIndexOf("/") + 1);
	return [
		...(name === "" || name === "bash" || name === "sh" || name === "dash"
			? []
			: [{ name, remark: "is your shell; writ judges bash, so a client that runs commands in it should ask for each" }]),
		...Object.keys(environment)
			.filter((variable) => CHANGES_SHELLS.test(variable) && environment[variable] !== undefined)
			.toSorted()
			.map((variable) => ({ name: variable, remark: "is set, and changes what a shell makes of a text" })),
	];
}

/** Whether a level confines as strongly as another. */
function atLeast(level: ConfinementLevel, other: ConfinementLevel): boolean {
	return CONFINEMENT_LEVELS.indexOf(level) >= CONFINEMENT_LEVELS.indexOf(other);
}
