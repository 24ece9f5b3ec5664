import { type AnalyserFinding, undecided } from "../analyser.ts";
import { SHELL_SOURCES, sourceTrees } from "../operand-analysers.ts";
import { everywhere, loads, named, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { readArguments } from "../read-arguments.ts";

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
		rewritesBelow: true,
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

/** Formatters of other languages. */
export const shfmt: ProgramTable = {
	names: ["shfmt", "buildifier", "xmlformat", "ktlint", "google-java-format", "ormolu"],
	abbreviations: false,
	operands: "maybe-read",
	analyser: sourceTrees(SHELL_SOURCES),
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

/** clang-format: its options have one dash or two. */
export const clangFormat: ProgramTable = {
	names: ["clang-format"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	options: [
		rewrites("-i"),
		// `file:path` takes the style from that file.
		...withRole("maybe-read", ["-style --style <style>"]),
		...withRole("listed", ["-files --files <file>"]),
		...plain(
			"-assume-filename --assume-filename <name>",
			"-fallback-style --fallback-style <style>",
			"-lines --lines <range>",
			"-offset --offset <number>",
			"-length --length <number>",
			"-cursor --cursor <number>",
			"-ferror-limit --ferror-limit <number>",
			"-qualifier-alignment --qualifier-alignment <kind>",
			"-Werror",
			"-n --dry-run",
		),
	],
};

const SHELLCHECK_OPTIONS: readonly OptionRow[] = [
	loads("--rcfile <file>", "loads settings"),
	...plain(
		"-s --shell <name>",
		"-e --exclude <codes>",
		"-i --include <codes>",
		"-f --format <format>",
		"-S --severity <level>",
		"-W --wiki-link-count <number>",
		"-o --enable <checks>",
		"-P --source-path <path>",
		"-C --color [when]",
		"-x --external-sources",
		"-a --check-sourced",
		"--extended-analysis <boolean>",
	),
];

/** shellcheck: reads the scripts that it is given, and with `-x` whatever they name. */
export const shellcheck: ProgramTable = {
	names: ["shellcheck"],
	abbreviations: true,
	operands: "read",
	analyser: readShellcheck,
	analysesWords: true,
	options: SHELLCHECK_OPTIONS,
};

function readShellcheck(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const option = readArguments(words, SHELLCHECK_OPTIONS).options.find(({ name }) => name === "-x");
	return option === undefined ? [] : [undecided(option.word, "it also reads the files that the scripts name", option.at)];
}

/** Checkers that read files and print. */
export const linters: ProgramTable = {
	names: [
		"hadolint",
		"actionlint",
		"tokei",
		"scc",
		"codespell",
		"typos",
		"vale",
		"proselint",
		"checkov",
		"tflint",
		"tfsec",
		"trivy",
		"semgrep",
		"gitleaks",
		"trufflehog",
		"dive",
		"kubeval",
		"kubeconform",
		"kube-linter",
		"protolint",
		"dotenv-linter",
		"editorconfig-checker",
		"ec",
		"lychee",
	],
	abbreviations: false,
	operands: "maybe-read",
	defaultOperand: "./*",
	options: [
		loads("-c --config --config-file --rcfile --configuration <file>", "settings can name code"),
		loads("--plugin --external-checks-dir --rules-dir <place>", "loads code"),
		runs("-shellcheck -pyflakes <program>", "starts this program"),
		{ ...runs("-shellcheck= -pyflakes=", "starts this program"), prefix: true },
		runs("--diff-alignment-program --extract-with <program>", "starts this program"),
		redirects("--server --url <url>", "talks to another host"),
		redirects("--token <token>", "uses another credential"),
		{ names: ["-w", "--write-changes", "--fix", "-i", "--write", "--autofix"], operandsBecome: "write", why: "rewrites the files" },
		writes("-o --output --output-file --out --report-file --report-path --sarif-output --json-output <file>", "writes a report"),
		writes("--cache-dir <directory>", "writes a cache"),
		...plain(
			"-s --shell <name>",
			"-e --exclude <codes>",
			"-f --format <format>",
			"-S --severity <level>",
			"--include <codes>",
			"--ignore <codes>",
			"--exclude-dir <names>",
			"--include-lang <names>",
			"-t --type <type>",
			"-C --color [when]",
			"--dialect <name>",
			"--skip <patterns>",
			"-L <words>",
		),
	],
};

const state = (why: string): CommandForm => named("changes", why, { operands: "data" });

/** pre-commit and other keepers of hooks: they run the programs that the project's settings name. */
export const preCommit: ProgramTable = {
	names: ["pre-commit", "prek", "lefthook", "husky", "act"],
	abbreviations: false,
	closed: true,
	subcommands: {
		run: {
			operands: "data",
			options: [
				loads("-c --config <file>", "settings name programs that are run"),
				...reads("--files <files>"),
				...plain(
					"--hook-stage <stage>",
					"--from-ref <ref>",
					"--to-ref <ref>",
					"-a --all-files",
					"--color <when>",
					"-v --verbose",
					"--show-diff-on-failure",
					"--commands <names>",
				),
			],
		},
		"validate-config": { operands: "read" },
		"validate-manifest": { operands: "read" },
		"sample-config": {},
		help: { operands: "data" },
		version: {},
		install: named("loads", "writes hooks, which git runs", { options: plain("-t --hook-type <type>") }),
		uninstall: state("deletes hooks"),
		"install-hooks": named("loads", "fetches programs that are run"),
		autoupdate: named("loads", "changes which programs are run"),
		"try-repo": named("runs", "fetches and runs hooks of another repository"),
		"init-templatedir": named("loads", "writes hooks, which git runs"),
		migrate: state("rewrites the settings"),
		"migrate-config": state("rewrites the settings"),
		clean: state("deletes caches"),
		gc: state("deletes caches"),
		add: named("loads", "writes hooks, which git runs"),
		init: named("loads", "writes hooks, which git runs"),
		push: named("runs", "runs the workflows of the project"),
		pull_request: named("runs", "runs the workflows of the project"),
	},
};
