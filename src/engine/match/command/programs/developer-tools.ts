import type { CommandForm, ProgramTable } from "../program-table.ts";
import { changes, loads, named, plain, reads, redirects, runs, withRole, writes } from "./option-rows.ts";

/** just, task: run the recipes of a file, as make does. */
export const just: ProgramTable = {
	names: ["just", "task", "go-task", "mask", "invoke", "inv", "doit", "earthly", "dagger"],
	abbreviations: false,
	operands: "data",
	assignments: "runs",
	options: [
		loads("-f --justfile --taskfile --maskfile -c --collection <file>", "runs the recipes of another file"),
		...withRole("cwd", ["-d --working-directory --dir --chdir <directory>"]),
		runs("--shell <program>", "runs the recipes with another shell"),
		runs("--shell-arg <argument>", "runs the recipes in another way"),
		runs("--set <name> <value>", "a variable becomes part of what is run"),
		runs("--chooser <program>", "starts this program"),
		runs("--choose", "starts a program that chooses"),
		runs("--command <command>", "runs a command"),
		runs("-e --edit", "opens the configured editor"),
		loads("--dotenv-path -E --dotenv-filename <file>", "loads variables into the environment"),
		loads("-g --global-justfile --global", "runs the recipes of the user"),
		changes("--init", "writes a file"),
		changes("--fmt", "rewrites the file"),
		...plain("-l --list [module]", "--list-all", "-a --all", "--summary", "--show <name>", "-s --silent", "--dump", "--evaluate", "--dry-run -n", "-v --verbose", "-q --quiet", "--color <when>", "--list-heading <text>", "-p --parallel", "-C --concurrency <number>", "--status", "--yes"),
	],
};

const state = (why: string): CommandForm => named("changes", why, { operands: "data" });

/** pre-commit and other keepers of hooks: they run the programs that the project's settings name. */
export const preCommit: ProgramTable = {
	names: ["pre-commit", "prek", "lefthook", "husky", "act"],
	abbreviations: false,
	closed: true,
	subcommands: {
		run: { operands: "data", options: [loads("-c --config <file>", "settings name programs that are run"), ...reads("--files <files>"), ...plain("--hook-stage <stage>", "--from-ref <ref>", "--to-ref <ref>", "-a --all-files", "--color <when>", "-v --verbose", "--show-diff-on-failure", "--commands <names>")] },
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

/** Package managers for the machine or the user. */
export const brew: ProgramTable = {
	names: ["brew"],
	abbreviations: false,
	closed: true,
	subcommands: {
		...Object.fromEntries(["list", "ls", "info", "search", "deps", "uses", "outdated", "config", "doctor", "leaves", "desc", "home", "cat", "log", "missing", "formulae", "casks", "help", "commands"].map((name) => [name, { operands: "data" } satisfies CommandForm])),
		...Object.fromEntries(["install", "reinstall", "upgrade", "update", "uninstall", "remove", "rm", "cleanup", "link", "unlink", "pin", "unpin", "tap", "untap", "services", "bundle", "create", "edit", "sh", "ruby", "irb", "test", "audit", "style", "fetch", "autoremove", "developer", "shellenv"].map((name) => [name, named("changes", "changes what is installed, or runs code of packages", { operands: "data" })])),
	},
};

/** Choosers of versions: they change which program a name means. */
export const envManagers: ProgramTable = {
	names: ["mise", "asdf", "pyenv", "rbenv", "nodenv", "goenv", "nvm", "fnm", "volta", "direnv", "sdk", "jenv", "tfenv", "corepack"],
	abbreviations: false,
	closed: true,
	subcommands: {
		...Object.fromEntries(["list", "ls", "current", "versions", "version", "which", "where", "whence", "root", "latest", "list-all", "ls-remote", "doctor", "status", "help", "prefix", "shims", "commands", "registry", "outdated"].map((name) => [name, { operands: "data" } satisfies CommandForm])),
		...Object.fromEntries(["install", "i", "uninstall", "use", "u", "global", "local", "shell", "set", "unset", "plugin", "plugins", "plugin-add", "plugin-remove", "upgrade", "up", "update", "trust", "allow", "permit", "deny", "revoke", "reload", "hook", "hook-env", "rehash", "reshim", "activate", "env", "default", "pin", "enable", "disable", "prepare", "self-update", "implode", "settings", "config", "alias", "link", "edit", "export", "stdlib", "run", "r", "tasks", "watch", "en"].map((name) => [name, named("loads", "changes which programs a name means, or runs what settings name", { operands: "data" })])),
		exec: named("runs", "runs a program in another environment", { style: "posix", launcher: { needsRule: "runs", why: "it runs a program in another environment" } }),
		x: named("runs", "runs a program in another environment", { style: "posix", launcher: { needsRule: "runs", why: "it runs a program in another environment" } }),
	},
};

/** Checkers that read files and print. */
export const linters: ProgramTable = {
	names: ["shellcheck", "hadolint", "actionlint", "tokei", "cloc", "scc", "sqlfluff", "codespell", "typos", "vale", "proselint", "checkov", "tflint", "tfsec", "trivy", "semgrep", "gitleaks", "trufflehog", "dive", "kubeval", "kubeconform", "kube-linter", "buf", "protolint", "dotenv-linter", "editorconfig-checker", "ec", "lychee", "ctags", "cscope"],
	abbreviations: false,
	operands: "maybe-read",
	options: [
		loads("-c --config --config-file --rcfile --configuration <file>", "settings can name code"),
		loads("--plugin --external-checks-dir --rules-dir <place>", "loads code"),
		runs("-shellcheck -pyflakes <program>", "starts this program"),
		runs("--diff-alignment-program --extract-with <program>", "starts this program"),
		redirects("--server --url <url>", "talks to another host"),
		redirects("--token <token>", "uses another credential"),
		{ names: ["-w", "--write-changes", "--fix", "-i", "--write"], operandsBecome: "write", why: "rewrites the files" },
		writes("-o --output --output-file --out --report-file --report-path --sarif-output --json-output <file>", "writes a report"),
		writes("--cache-dir <directory>", "writes a cache"),
		...plain("-s --shell <name>", "-e --exclude <codes>", "-f --format <format>", "-S --severity <level>", "-x --external-sources", "-P --source-path <path>", "--include <codes>", "--ignore <codes>", "--exclude-dir <names>", "--include-lang <names>", "-t --type <type>", "-C --color [when]", "--dialect <name>", "--skip <patterns>", "-L <words>"),
	],
};

/** Formatters of other languages. */
export const shfmt: ProgramTable = {
	names: ["shfmt", "stylua", "clang-format", "taplo", "dprint", "sqlfmt", "buildifier", "xmlformat", "nixfmt", "alejandra", "ktlint", "google-java-format", "ormolu", "csharpier", "swiftformat"],
	abbreviations: false,
	operands: "maybe-read",
	options: [
		{ names: ["-w", "--write", "-i", "--in-place", "--replace", "-F", "--format"], operandsBecome: "write", why: "rewrites the files" },
		loads("--config-path --config --style-file -c <file>", "loads settings"),
		loads("-R --ruleset --plugins <place>", "loads code"),
		...plain("-d --diff", "-l --list", "-ln --language-dialect <name>", "-p", "-s --simplify", "-ci", "-bn", "-sr", "--check", "-n --dry-run", "-style --style <style>", "--lines <range>", "-assume-filename --assume-filename <name>", "--Werror", "--stdin-filepath <name>", "-mode --mode <mode>", "-lint --lint <mode>"),
	],
};

/** Converters of pictures, sound and documents: many read and write files, and some of their formats run code. */
export const media: ProgramTable = {
	names: ["ffmpeg", "ffprobe", "ffplay", "convert", "magick", "mogrify", "identify", "pandoc", "pdflatex", "xelatex", "lualatex", "latexmk", "latex", "tex", "pdftotext", "pdftoppm", "wkhtmltopdf", "dot", "gs", "inkscape", "soffice", "libreoffice", "asciidoctor", "sphinx-build", "mkdocs", "protoc", "exiftool", "sox", "yt-dlp", "youtube-dl"],
	style: "long-dash",
	abbreviations: false,
	operands: "write",
	options: [
		runs("-shell-escape -enable-write18 -write18", "lets a document run programs"),
		runs("-F -filter -lua-filter <program>", "runs this program"),
		runs("-pdf-engine -pdflatex -latex <program>", "starts this program"),
		runs("-exec -e <command>", "runs a command"),
		runs("-plugin <program>", "runs this program"),
		loads("-config -r -conf <file>", "loads settings, which can be code"),
		loads("-template -d -defaults <file>", "loads settings"),
		loads("-dNOSAFER -dDELAYSAFER", "switches protections off"),
		writes("-o -output -outdir -output-directory -out -jobname <place>", "writes the result"),
		...reads("-i <file>"),
		...plain("-f -from -format <format>", "-t -to <format>", "-v <level>", "-show_entries <entries>", "-of -print_format <format>", "-version -V", "-hide_banner", "-T <format>"),
	],
};

/** Clients that speak HTTP and put load on servers. */
export const httpClients: ProgramTable = {
	names: ["http", "https", "httpie", "xh", "xhs", "hurl", "curlie", "grpcurl", "websocat", "ab", "wrk", "hey", "k6", "vegeta", "newman", "siege", "oha", "bombardier"],
	abbreviations: false,
	operands: "url",
	options: [
		writes("-o --output <file>", "writes the answer"),
		writes("--report-html --report-json --report-junit --summary-export <place>", "writes a report"),
		writes("--session <file>", "writes a file"),
		redirects("-a --auth --user <credential>", "uses a credential"),
		redirects("--proxy <url>", "goes through another host"),
		redirects("--verify <mode>", "accepts any certificate"),
		redirects("--cert --cert-key <file>", "uses a credential"),
		...reads("-p -T --data-file <file>"),
		loads("-s --script <file>", "runs a script"),
		runs("-e <command>", "runs a command"),
		...plain("-n <number>", "-c <number>", "-t <number>", "-d --duration <time>", "-m <method>", "-H <header>", "--timeout <seconds>"),
	],
};

/** Notebooks: they run the code inside, and servers for it. */
export const notebooks: ProgramTable = {
	names: ["jupyter", "jupyter-lab", "jupyter-notebook", "jupyter-nbconvert", "papermill", "marimo", "streamlit", "gradio", "quarto"],
	abbreviations: false,
	closed: true,
	operands: "script",
	interpreter: { why: "runs the code in a notebook" },
	subcommands: {
		nbconvert: { operands: "maybe-read", options: [runs("--execute", "runs the code in the notebook"), loads("--config --template --template-file <file>", "loads settings, which are code"), loads("--post --writer <class>", "loads code"), writes("--output <file>", "writes the result"), writes("--output-dir <directory>", "writes the result"), changes("--inplace", "rewrites the notebook"), ...plain("--to <format>", "--stdout")] },
		kernelspec: { operands: "data" },
		lab: named("runs", "starts a server"),
		notebook: named("runs", "starts a server"),
		console: named("runs", "runs code from its input"),
		server: named("runs", "starts a server"),
		execute: named("runs", "runs the code in a notebook"),
		run: named("runs", "runs code", { operands: "script" }),
		edit: named("runs", "starts a server"),
		render: named("runs", "runs the code in a document"),
		preview: named("runs", "starts a server"),
	},
};
