import type { ProgramTable } from "../program-table.ts";
import { plain, reads, redirects, writes } from "./option-rows.ts";

/** az: services of Microsoft. */
export const az: ProgramTable = {
	names: ["az"],
	operands: "maybe-read",
	analyser: "cloud-operation",
	options: [
		redirects("--subscription <name>", "works on another account"),
		redirects("--account-key <key>", "uses another credential"),
		redirects("--connection-string <text>", "uses another credential"),
		redirects("--sas-token <token>", "uses another credential"),
		redirects("--auth-mode <mode>", "uses another credential"),
		redirects("--url -u --uri <url>", "talks to another address"),
		...reads("--template-file -f --file <file>"),
		writes("--output-folder --destination -d <place>", "writes files"),
		...plain(
			"-o --output <format>",
			"--query <expression>",
			"-g --resource-group <name>",
			"-n --name <name>",
			"-l --location <name>",
			"--ids <ids>",
			"--tag <tag>",
			"--debug",
			"--verbose",
			"--only-show-errors",
		),
	],
};
