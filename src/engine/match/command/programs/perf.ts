import type { ProgramTable } from "../program-table.ts";
import { plain, reads, redirects, runs, writes } from "./option-rows.ts";

/** perf: measures programs and the machine. */
export const perf: ProgramTable = {
	names: ["perf"],
	closed: true,
	subcommands: {
		stat: measured(),
		record: measured(),
		trace: measured(),
		report: {
			operands: "data",
			options: [
				...reads("-i --input <file>"),
				runs("--objdump <program>", "starts this program"),
				runs("--addr2line <program>", "starts this program"),
				...plain("-g", "--stdio", "-s --sort <keys>", "-F --fields <fields>"),
			],
		},
		list: { operands: "data" },
		annotate: {
			operands: "data",
			options: [
				...reads("-i --input <file>"),
				runs("--objdump <program>", "starts this program"),
				runs("--addr2line <program>", "starts this program"),
			],
		},
		script: { operands: "script", hazard: "runs", why: "runs scripts", options: reads("-i --input <file>") },
		version: {},
		top: {},
	},
};

function measured(): NonNullable<ProgramTable["subcommands"]>[string] {
	return {
		hazard: "runs",
		why: "runs a program under its control",
		style: "posix",
		launcher: { needsRule: "runs", why: "it runs a program under its control" },
		options: [
			runs("-p --pid <process>", "looks into another process"),
			runs("--pre <command>", "runs this command first"),
			runs("--post <command>", "runs this command afterwards"),
			runs("--control <descriptor>", "is controlled from outside"),
			redirects("-u --uid <user>", "looks into another user's processes"),
			writes("-o --output <file>", "writes a file"),
			...plain(
				"-e --event <events>",
				"-F --freq <number>",
				"-g",
				"-a --all-cpus",
				"-r --repeat <number>",
				"-d --detailed",
				"-c --count <number>",
				"-C --cpu <list>",
				"-x --field-separator <text>",
				"-I --interval-print <milliseconds>",
			),
		],
	};
}
