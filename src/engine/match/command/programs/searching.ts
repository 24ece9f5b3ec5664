import type { ProgramTable } from "../program-table.ts";
import { loads, plain, reads, runs } from "./option-rows.ts";

/** Other programs that search trees: ag, ack, fd, locate, fzf. */
export const searching: readonly ProgramTable[] = [
	{
		names: ["ag"],
		operands: ["data", "read"],
		recursive: true,
		defaultOperand: ".",
		options: [
			runs("--pager <command>", "runs this command"),
			{ names: ["-g"], value: "required", replacesFirst: true },
			...reads("-p --path-to-ignore --path-to-agignore <file>"),
			...plain(
				"-A --after [lines]", "-B --before [lines]", "-C --context [lines]", "--depth <number>", "-G --file-search-regex <pattern>", "--ignore <pattern>", "--ignore-dir <name>",
				"-m --max-count <number>", "-W --width <number>", "--workers <number>", "--color-line-number <codes>", "--color-match <codes>", "--color-path <codes>",
				"--parallel", "--passthrough --passthru", "--print-long-lines", "--print0", "--nopager",
			),
		],
	},
	{
		names: ["ack", "ack-grep"],
		operands: ["data", "read"],
		recursive: true,
		defaultOperand: ".",
		abbreviations: true,
		options: [
			runs("--pager [program]", "runs this program"),
			runs("--output <expression>", "older versions evaluate the expression as Perl"),
			loads("--ackrc <file>", "loads options from this file"),
			{ ...loads("--files-from <file>", "takes the names of the files to search from this file"), is: "read" },
			loads("-x", "takes the names of the files to search from its input"),
			{ names: ["--match"], value: "required", replacesFirst: true },
			{ names: ["-f"], replacesFirst: true },
			{ names: ["-g"], value: "required", replacesFirst: true },
			...plain(
				"-A --after-context <number>", "-B --before-context <number>", "-C --context [number]", "-m --max-count <number>", "-t --type <type>", "-T <type>", "--type-add <spec>",
				"--type-set <spec>", "--type-del <type>", "--ignore-dir --ignore-directory <name>", "--noignore-dir --noignore-directory <name>", "--ignore-file <spec>", "--color-filename <color>",
				"--color-match <color>", "--color-colno <color>", "--color-lineno <color>", "-p --proximate [number]", "--range-start <pattern>", "--range-end <pattern>", "--passthru", "--print0",
				"--nopager", "--perl", "--php", "--python", "--files-with-matches", "--files-without-matches",
			),
		],
	},
	{
		names: ["fd", "fdfind"],
		abbreviations: false,
		operands: ["data", "read"],
		options: [
			runs("-x --exec <command>", "runs this command for every file that is found"),
			runs("-X --exec-batch <command>", "runs this command on all files that are found"),
			{ names: ["-C", "--base-directory"], value: "required", is: "cwd" },
			...reads("--search-path <path>", "--ignore-file <file>"),
			...plain(
				"-d --max-depth --maxdepth <number>", "--min-depth <number>", "--exact-depth <number>", "-t --type <type>", "-e --extension <extension>", "-E --exclude <glob>", "-c --color <when>",
				"-j --threads <number>", "-S --size <size>", "--changed-within --newer --change-newer-than <date>", "--changed-before --older --change-older-than <date>", "-o --owner <owner>",
				"--path-separator <text>", "--batch-size <number>", "--max-results <number>", "--and <pattern>", "--format <format>", "--gen-completions [shell]", "--max-buffer-time <time>", "--hyperlink [when]", "--strip-cwd-prefix [when]",
			),
		],
	},
	{
		names: ["locate", "mlocate", "plocate", "mdfind"],
		operands: "data",
		options: [...reads("-d --database <file>"), ...plain("-l --limit -n <number>", "-r --regexp <pattern>", "-onlyin <directory>")],
	},
	{
		names: ["updatedb"],
		operands: "data",
		options: [{ names: ["-o", "--output"], value: "required", is: "write", why: "writes the database" }],
	},
	{
		names: ["fzf"],
		operands: "data",
		options: [
			runs("--preview <command>", "runs this command for the chosen line"),
			runs("--bind <bindings>", "a binding can run a command"),
			runs("--with-shell <shell>", "runs commands with this shell"),
			runs("--listen [port]", "takes commands from the network"),
			runs("--tmux [options]", "starts itself in a terminal"),
			{ names: ["--history"], value: "required", is: "write", why: "writes what was typed to this file" },
			...plain("-f --filter <text>", "-q --query <text>", "-d --delimiter <text>", "-n --nth <fields>", "--with-nth <fields>", "--preview-window <options>", "--preview-label <text>", "--height <height>", "--header <text>", "--prompt <text>", "--color <colors>", "-m --multi [number]", "--tiebreak <keys>", "--layout <layout>", "--expect <keys>", "--print-query", "--print0"),
		],
	},
];
