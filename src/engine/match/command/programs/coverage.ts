import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { loads, named, plain, reads, runs, writes } from "./option-rows.ts";

/** coverage: runs a script and measures it, or reports. */
export const coverage: ProgramTable = {
	names: ["coverage"],
	closed: true,
	subcommands: {
		run: named("runs", "runs a script", {
			style: "posix",
			operands: ["script", "data"],
			options: [
				{ ...runs("-m --module <module>", "runs a module"), delegates: true },
				loads("--rcfile <file>", "loads settings, which name plug-ins"),
				writes("--data-file <file>", "writes a file"),
				...plain("--concurrency <kind>", "--context <name>", "--include <patterns>", "--omit <patterns>", "--source <names>"),
			],
		}),
		report: report(),
		html: report(writes("-d --directory <directory>", "writes pages")),
		xml: report(writes("-o <file>", "writes a report")),
		json: report(writes("-o <file>", "writes a report")),
		lcov: report(writes("-o <file>", "writes a report")),
		annotate: report(writes("-d --directory <directory>", "writes files")),
		combine: { operands: "read", options: [writes("--data-file <file>", "writes a file"), loads("--rcfile <file>", "loads settings")] },
		erase: named("changes", "deletes the measurements"),
		debug: { operands: "data" },
		help: { operands: "data" },
	},
};

function report(...more: readonly OptionRow[]): CommandForm {
	return {
		operands: "maybe-read",
		options: [
			loads("--rcfile <file>", "loads settings, which name plug-ins"),
			...reads("--data-file <file>"),
			...more,
			...plain(
				"--include <patterns>",
				"--omit <patterns>",
				"--fail-under <number>",
				"--contexts <patterns>",
				"--format <format>",
				"--precision <number>",
				"--sort <column>",
				"-m --show-missing",
				"--title <text>",
			),
		],
	};
}
