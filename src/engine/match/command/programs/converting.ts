import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, writes } from "./option-rows.ts";

/** iconv, dos2unix, xmllint and other programs that turn one text into another. */
export const converting: readonly ProgramTable[] = [
	{
		names: ["iconv"],
		operands: "read",
		options: [
			writes("-o --output <file>", "writes the result to this file"),
			...plain("-f --from-code <encoding>", "-t --to-code <encoding>"),
		],
	},
	{ names: ["dos2unix", "unix2dos", "mac2unix"], operands: "write", options: plain("-c --convmode <mode>", "-D --display-enc <encoding>") },
	{ names: ["recode"], operands: ["data", "write"] },
	{
		names: ["xmllint"],
		style: "long-dash",
		abbreviations: false,
		operands: "read",
		analyser: "xml-sources",
		analysesWords: true,
		options: [
			writes("-o -output <file>", "writes the result to this file"),
			runs("-shell", "reads commands that can write files"),
			loads("-xinclude", "reads every file that the document names"),
			loads("-noent", "reads every file that the document names"),
			loads("-loaddtd", "reads every file that the document names"),
			loads("-dtdattr", "reads every file that the document names"),
			loads("-valid", "reads every file that the document names"),
			loads("-catalogs", "takes the places of files from catalogs"),
			loads("-path <directories>", "takes files from these directories"),
			{ ...loads("-dtdvalid <url>", "reads this file or address"), is: "maybe-read" },
			...plain(
				"-dtdvalidfpi <identifier>",
				"-encode <encoding>",
				"-maxmem <number>",
				"-pattern <pattern>",
				"-xpath <expression>",
				"-pretty <style>",
				"-nonet",
				"-noout",
				"-format",
			),
			{ names: ["-schema", "-relaxng", "-schematron"], value: "required", is: "maybe-read" },
		],
	},
];
