import type { ProgramTable } from "../program-table.ts";
import { loads, plain, reads, redirects, runs } from "./option-rows.ts";

/** php: runs a script or text. */
export const php: ProgramTable = {
	names: ["php", "php7.4", "php8.0", "php8.1", "php8.2", "php8.3", "php8.4", "php-cgi", "hhvm"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-r --run <code>", "runs text as code", "GTFOBins php"),
		runs("-B --process-begin <code>", "runs text as code"),
		runs("-R --process-code <code>", "runs text as code"),
		runs("-E --process-end <code>", "runs text as code"),
		runs("-F --process-file <file>", "runs a file for every line"),
		runs("-f --file <file>", "runs a file"),
		runs("-a --interactive", "runs code from its input"),
		redirects("-S --server <address>", "serves files to others"),
		loads("-c --php-ini <path>", "loads settings, which name code"),
		loads("-d --define <setting>", "changes settings, which name code (auto_prepend_file)"),
		loads("-z --zend-extension <file>", "loads code"),
		...reads("-t --docroot <directory>"),
		{ names: ["-l", "--syntax-check", "-s", "--syntax-highlight", "-w", "--strip"], operandsBecome: "read" },
		...plain(
			"-i --info",
			"-m --modules",
			"-v --version",
			"-h --help",
			"-n --no-php-ini",
			"--ini",
			"--rf <name>",
			"--rc <name>",
			"--re <name>",
			"--rz <name>",
			"--ri <name>",
		),
	],
};
