import type { ProgramTable } from "../program-table.ts";
import { plain, reads } from "./option-rows.ts";

/** Programs that tell names, sizes and places of files, never what is in them. */
export const listing: readonly ProgramTable[] = [
	{
		names: ["ls", "dir", "vdir", "gls"],
		operands: "read",
		defaultOperand: ".",
		options: plain(
			"--block-size <size>",
			"--color [when]",
			"-F --classify [when]",
			"--format <word>",
			"--hide <pattern>",
			"--hyperlink [when]",
			"--indicator-style <word>",
			"-I --ignore <pattern>",
			"--quoting-style <word>",
			"--sort <word>",
			"--time <word>",
			"--time-style <style>",
			"-T --tabsize <columns>",
			"-w --width <columns>",
		),
	},
	{
		names: ["stat"],
		operands: "read",
		options: plain("--cached <mode>", "-c --format <format>", "--printf <format>"),
	},
	{
		names: ["du"],
		operands: "read",
		defaultOperand: ".",
		options: [
			...plain("-B --block-size <size>", "-d --max-depth <number>", "-t --threshold <size>", "--time [word]", "--time-style <style>"),
			...plain("--exclude <pattern>"),
			...reads("-X --exclude-from <file>", "--files0-from <file>"),
		],
	},
	{
		names: ["df"],
		operands: "read",
		options: plain("-B --block-size <size>", "--output [fields]", "-t --type <type>", "-x --exclude-type <type>"),
	},
	{ names: ["realpath"], operands: "read", options: reads("--relative-to <directory>", "--relative-base <directory>") },
	{ names: ["readlink", "namei", "pathchk"], operands: "read" },
	{ names: ["getfacl", "lsattr"], operands: "read" },
	{ names: ["which", "type", "whereis", "whatis", "hash"], operands: "data" },
	{ names: ["basename", "dirname", "pwd"], operands: "data", options: plain("-s --suffix <suffix>") },
	{ names: ["findmnt", "lsblk", "mountpoint"], operands: "data", options: plain("-o --output <columns>", "-t --types <types>", "-n") },
];
