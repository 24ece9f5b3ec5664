import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs } from "./option-rows.ts";

/** man and info: show manual pages; several options name a program to do it with. */
export const man: readonly ProgramTable[] = [
	{
		names: ["man", "apropos", "manpath"],
		operands: "data",
		analyser: "man",
		options: [
			runs("-P --pager <command>", "runs this command to show the page"),
			runs("-H --html [browser]", "runs this browser"),
			runs("-X --gxditview [dpi]", "starts another program to show the page"),
			// SECURITY: the text is put into the options of the pager, which can run commands.
			runs("-r --prompt <text>", "the text becomes part of the options of the pager"),
			runs("-p --preprocessor <letters>", "runs formatting programs on the page"),
			runs("-T --troff-device [device]", "runs groff on the page"),
			runs("-t --troff", "runs groff on the page"),
			loads("-C --config-file <file>", "loads configuration that names programs"),
			loads("-M --manpath <path>", "takes pages from these directories"),
			loads("-l --local-file", "formats this file, and a page can name programs"),
			changes("-u --update", "writes the caches"),
			changes("-c --catman", "writes the caches"),
			...plain(
				"-R --recode <encoding>",
				"-L --locale <locale>",
				"-m --systems <list>",
				"-S -s --sections <list>",
				"-e --extension <extension>",
				"-E --encoding <encoding>",
				"--warnings [what]",
				"--path -w --where --location",
				"--regex",
				"--match-case",
				"--local",
			),
		],
	},
	{
		names: ["info", "pinfo"],
		operands: "data",
		options: [
			loads("--init-file <file>", "loads key bindings"),
			loads("-d --directory <directory>", "takes pages from this directory"),
			loads("-f --file <file>", "shows this file"),
			{ names: ["-o", "--output"], value: "required", is: "write", why: "writes the page to this file" },
			{ names: ["--dribble"], value: "required", is: "write", why: "writes the keys to this file" },
			{ names: ["--restore"], value: "required", is: "read", hazard: "runs", why: "takes keys from this file" },
			...plain("-n --node <node>", "-k --apropos <text>", "--index-search <text>", "-v --variable <assignment>"),
		],
	},
	{ names: ["tldr", "cheat"], operands: "data" },
];
