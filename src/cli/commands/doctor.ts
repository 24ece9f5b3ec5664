import { attackSandbox, examineMachine } from "../../authority/index.ts";
import { atLeast } from "../doctor/at-least.ts";
import { attackText } from "../doctor/attack-text.ts";
import { reportText } from "../doctor/report-text.ts";
import { shellRemarks } from "../doctor/shell-remarks.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";

interface DoctorOptions extends CommonOptions {
	readonly attack?: boolean;
}

/** `writ doctor`: how strongly this machine confines a process, and what would make it stronger. */
export const doctorCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Try out how strongly a process can be confined on this machine, say what is missing and how to get it. Exit 3 below level 3, which writ run needs; with --attack exit 1 when something got out that should not.",
		)
		.option("--attack", "try to break out of the sandbox, in all ways that writ knows, and show what is stopped")
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
