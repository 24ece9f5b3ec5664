import type { ProgramTable } from "../program-table.ts";
import { loads, plain } from "./option-rows.ts";

/** Formatters of other languages. */
export const shfmt: ProgramTable = {
	names: ["shfmt", "clang-format", "buildifier", "xmlformat", "ktlint", "google-java-format", "ormolu"],
	abbreviations: false,
	operands: "maybe-read",
	defaultOperand: "./*",
	options: [
		{ names: ["-w", "--write", "-i", "--in-place", "--replace", "-F", "--format"], operandsBecome: "write", why: "rewrites the files" },
		loads("--config-path --config --style-file -c <file>", "loads settings"),
		loads("-R --ruleset --plugins <place>", "loads code"),
		...plain(
			"-d --diff",
			"-l --list",
			"-ln --language-dialect <name>",
			"-p",
			"-s --simplify",
			"-ci",
			"-bn",
			"-sr",
			"--check",
			"-n --dry-run",
			"-style --style <style>",
			"--lines <range>",
			"-assume-filename --assume-filename <name>",
			"--Werror",
			"--stdin-filepath <name>",
			"-mode --mode <mode>",
			"-lint --lint <mode>",
		),
	],
};
