import type { ProgramTable } from "../program-table.ts";
import { plain, writes } from "./option-rows.ts";

/** gofmt and goimports: print, or rewrite with -w. */
export const gofmt: ProgramTable = {
	names: ["gofmt", "goimports", "gofumpt"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	options: [
		{ names: ["-w"], operandsBecome: "write", why: "rewrites the files" },
		writes("-cpuprofile <file>", "writes a profile"),
		writes("-memprofile <file>", "writes a profile"),
		writes("-trace <file>", "writes a trace"),
		...plain("-r <rule>", "-local <prefix>", "-srcdir <directory>", "-l", "-d", "-s", "-e", "-lang <version>"),
	],
};
