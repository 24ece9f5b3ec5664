import type { AnalyserFinding } from "../analyser.ts";
import { loads, plain, reads, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Programs that print, count, compare or rearrange what is in files, and can do nothing else. */
export const readers: readonly ProgramTable[] = [
	{
		names: ["cat", "rev", "vis", "ul", "colrm"],
		operands: "read",
	},
	{ names: ["tac"], operands: "read", options: plain("-s --separator <text>") },
	{ names: ["head", "ghead"], operands: "read", options: plain("-c --bytes <number>", "-n --lines <number>") },
	{
		names: ["tail", "gtail"],
		operands: "read",
		options: plain(
			"-c --bytes <number>",
			"-f --follow [how]",
			"-n --lines <number>",
			"--max-unchanged-stats <number>",
			"--pid <process>",
			"-s --sleep-interval <seconds>",
		),
	},
	{ names: ["wc"], operands: "read", options: [{ names: ["--files0-from"], value: "required", is: "listed" }] },
	{
		names: ["cut"],
		operands: "read",
		options: plain(
			"-b --bytes <list>",
			"-c --characters <list>",
			"-d --delimiter <text>",
			"-f --fields <list>",
			"--output-delimiter <text>",
		),
	},
	{ names: ["tr"], operands: "data" },
	{
		names: ["nl"],
		operands: "read",
		options: plain(
			"-b --body-numbering <style>",
			"-d --section-delimiter <text>",
			"-f --footer-numbering <style>",
			"-h --header-numbering <style>",
			"-i --line-increment <number>",
			"-l --join-blank-lines <number>",
			"-n --number-format <format>",
			"-s --number-separator <text>",
			"-v --starting-line-number <number>",
			"-w --number-width <number>",
		),
	},
	{
		names: ["od"],
		operands: "read",
		options: plain(
			"-A --address-radix <radix>",
			"--endian <order>",
			"-j --skip-bytes <number>",
			"-N --read-bytes <number>",
			"-S <number>",
			"--strings [number]",
			"-t --format <type>",
			"-w --width [number]",
		),
	},
	{
		names: ["hexdump", "hd"],
		operands: "read",
		options: [
			...plain("-e --format <text>", "-L --color [when]", "-n --length <number>", "-s --skip <number>"),
			...reads("-f --format-file <file>"),
		],
	},
	{
		names: ["base64", "base32"],
		operands: "read",
		options: [writes("-o --output <file>", "writes the result to this file"), ...plain("-w --wrap <columns>")],
	},
	{ names: ["basenc"], operands: "read", options: plain("-w --wrap <columns>") },
	{ names: ["paste"], operands: "read", options: plain("-d --delimiters <list>") },
	{
		names: ["join"],
		operands: "read",
		options: plain("-a <number>", "-e <text>", "-j <field>", "-o <format>", "-t <character>", "-v <number>", "-1 <field>", "-2 <field>"),
	},
	{ names: ["comm"], operands: "read", options: plain("--output-delimiter <text>") },
	{ names: ["fold"], operands: "read", options: plain("-w --width <columns>") },
	{ names: ["fmt"], operands: "read", options: plain("-p --prefix <text>", "-w --width <columns>", "-g --goal <columns>") },
	{ names: ["expand", "unexpand"], operands: "read", options: plain("-t --tabs <list>") },
	{
		names: ["column"],
		operands: "read",
		options: plain(
			"-c --output-width --columns <columns>",
			"-o --output-separator <text>",
			"-s --separator <text>",
			"-N --table-columns <names>",
			"-l --table-columns-limit <number>",
			"-R --table-right <columns>",
			"-T --table-truncate <columns>",
			"-E --table-noextreme <columns>",
			"-W --table-wrap <columns>",
			"-H --table-hide <columns>",
			"-O --table-order <columns>",
			"-n --table-name <name>",
			"-r --tree <column>",
			"-i --tree-id <column>",
			"-p --tree-parent <column>",
		),
	},
	{
		names: ["pr"],
		operands: "read",
		options: plain(
			"--columns <number>",
			"-D --date-format <format>",
			"-e --expand-tabs [width]",
			"-h --header <text>",
			"-i --output-tabs [width]",
			"-l --length <lines>",
			"-n --number-lines [digits]",
			"-N --first-line-number <number>",
			"-o --indent <columns>",
			"-s --separator [character]",
			"-S --sep-string [text]",
			"-w --width <columns>",
			"-W --page-width <columns>",
		),
	},
	{ names: ["tsort", "factor"], operands: "read" },
	{
		// With `-G` the second operand is written; without, nobody gives two.
		names: ["ptx", "gptx"],
		operands: "filter",
		options: [
			...reads("-b --break-file <file>", "-i --ignore-file <file>", "-o --only-file <file>"),
			...plain(
				"-F --flag-truncation <text>",
				"-M --macro-name <name>",
				"-S --sentence-regexp <regex>",
				"-W --word-regexp <regex>",
				"-g --gap-size <number>",
				"-w --width <number>",
				"--format <format>",
			),
		],
	},
	{ names: ["look"], operands: ["data", "read"], options: plain("-t --terminate <character>") },
	{
		names: ["numfmt"],
		operands: "data",
		options: plain(
			"-d --delimiter <character>",
			"--field <fields>",
			"--format <format>",
			"--from <unit>",
			"--from-unit <number>",
			"--header [number]",
			"--invalid <mode>",
			"--padding <number>",
			"--round <method>",
			"--suffix <text>",
			"--to <unit>",
			"--to-unit <number>",
		),
	},
];

/** sort: reads its operands; one option runs a program, two write. */
export const sort: ProgramTable = {
	names: ["sort", "gsort"],
	operands: "read",
	options: [
		runs("--compress-program <program>", "runs this program on temporary files"),
		writes("-o --output <file>", "writes the result to this file"),
		writes("-T --temporary-directory <directory>", "puts temporary files there"),
		{ ...loads("--files0-from <file>", "takes the names of the files to read from this file"), is: "read" },
		...reads("--random-source <file>"),
		...plain(
			"-k --key <key>",
			"-t --field-separator <separator>",
			"-S --buffer-size <size>",
			"--batch-size <number>",
			"--parallel <number>",
			"--sort <word>",
			"--check [how]",
			"--debug",
			"--dictionary-order",
			"--version-sort",
			"--version",
			"--reverse",
			"--random-sort",
			"--numeric-sort",
			"--month-sort",
			"--merge",
		),
	],
};

/** uniq: the second operand is the file that it writes. */
export const uniq: ProgramTable = {
	names: ["uniq", "guniq"],
	operands: "filter",
	options: plain(
		"--all-repeated [method]",
		"-f --skip-fields <number>",
		"--group [method]",
		"-s --skip-chars <number>",
		"-w --check-chars <number>",
	),
};

/** shuf: with `-e` its operands are lines, not files. */
export const shuf: ProgramTable = {
	names: ["shuf"],
	operands: "read",
	options: [
		writes("-o --output <file>", "writes the result to this file"),
		{ names: ["-e", "--echo"], operandsBecome: "data" },
		...reads("--random-source <file>"),
		...plain("-i --input-range <range>", "-n --head-count <number>"),
	],
};

/** xxd: the second operand is the file that it writes. */
export const xxd: ProgramTable = {
	names: ["xxd"],
	style: "long-dash",
	abbreviations: false,
	operands: "filter",
	options: plain(
		"-c -cols <number>",
		"-g -groupsize <number>",
		"-l -len <number>",
		"-n -name <name>",
		"-o <number>",
		"-s -seek <number>",
		"-R <when>",
	),
};

/** Programs that print the digest of files, or compare it with a list. */
export const checksums: ProgramTable = {
	names: [
		"md5sum",
		"sha1sum",
		"sha224sum",
		"sha256sum",
		"sha384sum",
		"sha512sum",
		"shasum",
		"b2sum",
		"b3sum",
		"cksum",
		"sum",
		"crc32",
		"xxhsum",
		"md5",
	],
	operands: "read",
	options: [{ names: ["-c", "--check"], operandsBecome: "listed" }, ...plain("-a --algorithm <type>", "-l --length <bits>")],
};

/** The name of an encoding, with what is done about characters that it lacks. */
const ENCODING = "[\\w.:+-]*(?://(?:TRANSLIT|IGNORE|NON_IDENTICAL_DISCARD)?)*";

/** iconv, dos2unix, xmllint and other programs that turn one text into another. */
export const converting: readonly ProgramTable[] = [
	{
		names: ["iconv"],
		operands: "read",
		options: [
			writes("-o --output <file>", "writes the result to this file"),
			// SECURITY: a code with a slash is a file that describes the characters, and what is wrong in it is printed.
			{ ...loads("-f --from-code <encoding>", "a code with a slash names a file"), unless: ENCODING },
			{ ...loads("-t --to-code <encoding>", "a code with a slash names a file"), unless: ENCODING },
		],
	},
	{ names: ["dos2unix", "unix2dos", "mac2unix"], operands: "write", options: plain("-c --convmode <mode>", "-D --display-enc <encoding>") },
	{ names: ["recode"], operands: ["data", "write"] },
	{
		names: ["xmllint"],
		style: "long-dash",
		abbreviations: false,
		operands: "read",
		analyser: xmlSources,
		analysesWords: true,
		options: [
			writes("-o -output <file>", "writes the result to this file"),
			runs("-shell", "reads commands that can write files"),
			loads("-xinclude", "reads every file that the document names"),
			loads("-noent", "reads every file that the document names"),
			loads("-loaddtd", "reads every file that the document names"),
			loads("-dtdattr", "reads every file that the document names"),
			...["-valid", "-postvalid", "-nodefdtd", "-noxincludenode", "-nofixup-base-uris", "-c14n", "-c14n11", "-exc-c14n"].map((name) =>
				loads(name, "reads every file that the document names"),
			),
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

/** Reads the words of xmllint: every address among them is fetched. */
function xmlSources(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((operand) => (operand !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(operand) ? [{ kind: "url", url: operand }] : []));
}
