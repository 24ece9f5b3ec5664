import type { OptionRow, ProgramTable } from "../program-table.ts";
import { everywhere, loads, named, plain, redirects, withRole, writes } from "./option-rows.ts";

const settings: OptionRow = loads("-c --config --config-path --conf --style-file --assume-config <file>", "settings can name code");
const rewrites = (...names: readonly string[]): OptionRow => ({ names, operandsBecome: "write", why: "rewrites the files" });
const checks = (...names: readonly string[]): OptionRow => ({ names, operandsBecome: "maybe-read" });

const sqlOptions: readonly OptionRow[] = [
	settings,
	loads("--library-path <place>", "loads code"),
	writes("--persist-timing <file>", "writes a file"),
	...plain(
		"--dialect <name>",
		"-d <name>",
		"--rules -r <rules>",
		"--exclude-rules -e <rules>",
		"--templater -t <name>",
		"-p --processes <number>",
	),
];
const bufOptions: readonly OptionRow[] = [
	loads("--config --template <data>", "loads settings, which name plug-ins"),
	writes("-o --output <file>", "writes the output"),
	...plain("--path <path>", "--exclude-path <path>", "--error-format <format>", "--timeout <time>", "--log-format <format>"),
];

/** Formatters and rewriters of source code that have no table of their own; without operands they work on the tree they stand in. */
export const formatters: readonly ProgramTable[] = [
	{
		names: ["git-clang-format", "astyle", "uncrustify", "ocamlformat", "fourmolu", "cmake-format"],
		abbreviations: false,
		operands: "maybe-read",
		defaultOperand: "./*",
		options: [
			settings,
			rewrites("-i", "--inplace", "--in-place", "--replace", "--no-backup"),
			{ ...loads("--style <style>", "may take the style from a file"), unless: "[A-Za-z]+" },
			writes("-o --output --outfile <file>", "writes the result"),
			{ ...loads("--files <file>", "takes the names of the files from this file"), is: "read" },
			...plain("--assume-filename <name>", "--lines <range>", "--offset <number>", "--length <number>"),
		],
	},
	{
		names: ["clang-tidy", "run-clang-tidy", "cppcheck", "swiftlint", "detekt"],
		abbreviations: false,
		operands: "maybe-read",
		defaultOperand: "./*",
		options: [
			settings,
			rewrites("-fix", "--fix", "-fix-errors", "--fix-errors", "-fix-notes", "--fix-notes", "-F", "--format", "--autocorrect"),
			writes("--export-fixes -export-fixes --output-file --baseline --write-baseline -o --output <file>", "writes a file"),
			writes("--cppcheck-build-dir --plist-output <directory>", "writes files"),
			loads("--load -load --plugin --addon --rule --ruleset -R --library --vfsoverlay <file>", "loads code"),
			loads("--config-file --rule-file --suppressions-list --file-list <file>", "loads settings"),
			loads("--extra-arg --extra-arg-before -extra-arg <argument>", "passes an option to the compiler, which can load code"),
			loads("-clang-tidy-binary -clang-apply-replacements-binary <program>", "starts this program"),
			...withRole("maybe-read", ["-p <directory>", "--project <file>"]),
			...plain("--checks -checks <patterns>", "--header-filter <regex>", "-j <number>", "--std <standard>", "--enable <kinds>"),
		],
	},
	{
		names: [
			"nixpkgs-fmt",
			"stylua",
			"taplo",
			"dprint",
			"nixfmt",
			"alejandra",
			"swiftformat",
			"csharpier",
			"sqlfmt",
			"swift-format",
			"gci",
			"golines",
			"doctoc",
			"jscodeshift",
			"codemod",
			"ast-grep",
			"comby",
			"djlint",
			"terrafmt",
			"treefmt",
			"mdformat",
			"fprettify",
			"zprint",
			"cljfmt",
			"scalafmt",
			"pg_format",
		],
		abbreviations: false,
		operands: "write",
		defaultOperand: "./*",
		options: [
			checks("--check", "--diff", "--dry-run", "--dry", "-d", "-l", "--list"),
			settings,
			loads("-t --transform --extensions --plugin --parser --rule -r --rewrite <place>", "loads code, or rewrites what it finds"),
			loads("--templates -templates <place>", "loads rules"),
			writes("-o --output --outfile --report <file>", "writes a file"),
			...withRole("cwd", ["--tree-root <directory>"]),
			...plain(
				"-p --pattern <pattern>",
				"--lang <name>",
				"--style <style>",
				"--max-line-length <number>",
				"-m <number>",
				"--target-version <version>",
			),
		],
	},
	{
		names: ["sqlfluff"],
		abbreviations: false,
		closed: true,
		subcommands: everywhere(sqlOptions, {
			lint: { operands: "maybe-read", options: [writes("--write-output <file>", "writes a report")] },
			parse: { operands: "maybe-read", options: [writes("--write-output <file>", "writes a report")] },
			render: { operands: "maybe-read" },
			fix: { operands: "write", defaultOperand: "./*" },
			format: { operands: "write", defaultOperand: "./*" },
			dialects: {},
			rules: {},
			version: {},
		}),
	},
	{
		names: ["buf"],
		abbreviations: false,
		closed: true,
		subcommands: everywhere(bufOptions, {
			lint: { operands: "maybe-read" },
			build: { operands: "maybe-read" },
			breaking: { operands: "maybe-read", options: [redirects("--against <input>", "reads another module, also from the network")] },
			format: { operands: "maybe-read", defaultOperand: "./*", options: [rewrites("-w", "--write")] },
			generate: named("runs", "starts the plug-ins that the settings name"),
			config: named("changes", "writes settings"),
			dep: named("changes", "fetches modules"),
			export: named("changes", "writes files"),
			version: {},
		}),
	},
];
