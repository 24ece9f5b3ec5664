import type { ProgramTable } from "../program-table.ts";
import { plain, reads } from "./option-rows.ts";

const searching = [
	{ names: ["-e", "--regexp"], value: "required", replacesFirst: true },
	{ names: ["-f", "--file"], value: "required", is: "read", replacesFirst: true },
	{ names: ["-r", "--recursive"] },
	{ names: ["-R", "--dereference-recursive"] },
	{ names: ["-d", "--directories"], value: "required" },
	...reads("--exclude-from <file>"),
	...plain(
		"-m --max-count <number>",
		"--label <label>",
		"-A --after-context <number>",
		"-B --before-context <number>",
		"-C --context <number>",
		"--group-separator <text>",
		"--binary-files <type>",
		"-D --devices <action>",
		"--exclude <glob>",
		"--exclude-dir <glob>",
		"--include <glob>",
		"--color --colour [when]",
		"--no-ignore-case",
		"--line-buffered",
	),
] as const;

/** grep and its kin: no option runs or writes anything. */
export const grep: readonly ProgramTable[] = [
	{
		names: ["grep", "egrep", "fgrep", "ggrep"],
		operands: ["data", "read"],
		recursive: ["-r", "-R", "-d"],
		defaultOperand: ".",
		options: searching,
	},
	{ names: ["rgrep"], operands: ["data", "read"], recursive: true, defaultOperand: ".", options: searching },
	{ names: ["zgrep", "bzgrep", "xzgrep", "zegrep", "zfgrep"], operands: ["data", "read"], options: searching },
	{ names: ["zdiff", "zcmp", "bzdiff", "xzdiff"], operands: "read" },
];
