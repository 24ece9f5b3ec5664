import type { OptionRow, ProgramTable } from "../program-table.ts";
import { plain, reads, runs, writes } from "./option-rows.ts";

/** The options of patch, which its analyser reads too. */
export const PATCH_OPTIONS: readonly OptionRow[] = [
	writes("-o --output <file>", "writes the result to this file"),
	writes("-r --reject-file <file>", "writes what does not fit to this file"),
	writes("-B --prefix <prefix>", "the names of the backups begin with it"),
	runs("-e --ed", "runs the editor ed on the patch", "CVE-2018-1000156"),
	runs("-g --get <number>", "runs a version control program"),
	{ names: ["-d", "--directory"], value: "required", is: "cwd" },
	...reads("-i --input <file>"),
	...plain(
		"-p --strip <number>",
		"-F --fuzz <number>",
		"-D --ifdef <name>",
		"-V --version-control <method>",
		"-x --debug <number>",
		"-Y --basename-prefix <prefix>",
		"-z --suffix <suffix>",
		"--merge [style]",
		"--quoting-style <style>",
		"--read-only <how>",
		"--reject-format <format>",
		"-b --backup",
		"--backup-if-mismatch",
		"--binary",
		"--dry-run",
		"-E --remove-empty-files",
		"--posix",
		"--reverse",
		"--forward",
	),
];

/** patch: which files it changes stands in the patch. */
export const patch: ProgramTable = {
	names: ["patch", "gpatch"],
	operands: ["write", "read"],
	analyser: "patch",
	analysesWords: true,
	options: PATCH_OPTIONS,
};
