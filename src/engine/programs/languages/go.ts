import { type AnalyserFinding, hazard } from "../analyser.ts";
import { codeOperands } from "../operand-analysers.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

const options: readonly OptionRow[] = withRole("cwd", ["-C <directory>"]);

const build: readonly OptionRow[] = [
	runs("-exec <program>", "runs the result with this program"),
	runs("-toolexec <program>", "runs the compiler's parts with this program", "GTFOBins go"),
	runs("-vettool <program>", "runs this program as the checker"),
	runs("-fixtool <program>", "runs this program"),
	loads("-overlay <file>", "replaces source files by others"),
	loads("-modfile <file>", "takes packages from where another go.mod says"),
	loads("-ldflags <flags>", "names the linker and its options", "CVE-2023-29405"),
	loads("-gcflags <flags>", "options of the compiler"),
	loads("-asmflags <flags>", "options of the assembler"),
	loads("-gccgoflags <flags>", "options of the compiler"),
	loads("-compiler <name>", "chooses another compiler"),
	loads("-pkgdir <directory>", "takes packages from another place"),
	loads("-installsuffix <suffix>", "takes packages from another place"),
	loads("-pgo <file>", "loads a profile"),
	{ ...loads("-mod <mode>", "`mod` fetches packages"), except: ["readonly", "vendor"] },
	loads("-modcacherw", "leaves fetched source writable"),
	writes("-o <file>", "writes the output"),
	...plain(
		"-p <number>",
		"-tags <tags>",
		"-buildmode <mode>",
		"-buildvcs [mode]",
		"-covermode <mode>",
		"-coverpkg <packages>",
		"-race",
		"-msan",
		"-asan",
		"-cover",
		"-v",
		"-n",
		"-x",
		"-a",
		"-work",
		"-trimpath",
		"-json",
		"-linkshared",
	),
];

const test: CommandForm = {
	operands: "maybe-read",
	analyser: codeOperands,
	options: [
		...build,
		changes("-c", "leaves the test program in the working directory"),
		writes("-coverprofile <file>", "writes a profile"),
		writes("-cpuprofile <file>", "writes a profile"),
		writes("-memprofile <file>", "writes a profile"),
		writes("-blockprofile <file>", "writes a profile"),
		writes("-mutexprofile <file>", "writes a profile"),
		writes("-trace <file>", "writes a trace"),
		writes("-outputdir <directory>", "writes profiles"),
		writes("-fuzzcachedir <directory>", "writes a cache"),
		...["coverprofile", "cpuprofile", "memprofile", "blockprofile", "mutexprofile", "trace", "outputdir", "gocoverdir", "testlogfile"].map(
			(name) => writes(`-test.${name} <file>`, "writes a file"),
		),
		...plain(
			"-run <pattern>",
			"-skip <pattern>",
			"-bench <pattern>",
			"-benchtime <time>",
			"-count <number>",
			"-cpu <list>",
			"-fuzz <pattern>",
			"-fuzztime <time>",
			"-fuzzminimizetime <time>",
			"-list <pattern>",
			"-parallel <number>",
			"-shuffle <mode>",
			"-timeout <time>",
			"-vet <list>",
			"-memprofilerate <number>",
			"-blockprofilerate <number>",
			"-mutexprofilefraction <number>",
			"-short",
			"-failfast",
			"-fullpath",
			"-benchmem",
		),
	],
};

const compiled: CommandForm = { operands: "maybe-read", options: build };

/** go: builds and tests; one dash or two, never abbreviated. */
export const go: ProgramTable = {
	names: ["go"],
	style: "long-dash",
	abbreviations: false,
	closed: true,
	options,
	subcommands: everywhere(options, {
		test,
		vet: compiled,
		build: compiled,
		list: {
			operands: "data",
			options: [
				redirects("-u", "asks the network for newer versions"),
				redirects("-versions", "asks the network for versions"),
				runs("-export", "builds the packages, which runs what they tell the C compiler"),
				runs("-compiled", "builds the packages, which runs what they tell the C compiler"),
				...build,
				...plain("-f <format>", "-reuse <file>", "-m", "-deps", "-test"),
			],
		},
		run: named("runs", "runs the program that it builds", { operands: "data", analyser: remotePackage, options: build }),
		fmt: { operands: "data", options: plain("-mod <mode>") },
		doc: { operands: "data", options: [redirects("-http", "opens a port and a browser")] },
		version: { operands: "maybe-read" },
		help: { operands: "data" },
		env: { operands: "data", options: [changes("-w", "changes settings, which name programs"), changes("-u", "changes settings")] },
		mod: {
			subcommands: {
				graph: { options: plain("-go <version>") },
				verify: {},
				why: { operands: "data" },
				download: { operands: "data", options: loadsOf("-modfile <file>") },
				tidy: { options: [...loadsOf("-modfile <file>"), ...plain("-go <version>", "-compat <version>")] },
				vendor: { options: [writes("-o <directory>", "writes to another place")] },
				init: { operands: "data" },
				edit: named("redirects", "changes where packages come from", { operands: "write" }),
			},
		},
		work: {
			subcommands: {
				sync: {},
				vendor: { options: [writes("-o <directory>", "writes to another place")] },
				init: named("changes", "writes go.work", { operands: "data" }),
				use: named("redirects", "takes packages from other places", { operands: "data" }),
				edit: named("redirects", "changes where packages come from", { operands: "write" }),
			},
		},
		get: named("redirects", "fetches packages from the addresses named", {
			operands: "data",
			options: [...build, runs("-insecure", "accepts any certificate")],
		}),
		install: named("runs", "fetches, builds and installs programs", { operands: "data", options: build }),
		generate: named("runs", "runs the commands in the source's comments", {
			operands: "data",
			options: [...build, ...plain("-run <pattern>", "-skip <pattern>")],
		}),
		tool: named("runs", "runs a tool of the compiler or the project", { style: "posix", operands: "data" }),
		fix: named("changes", "rewrites the source", { operands: "data", options: build }),
		clean: named("changes", "deletes caches and output", { operands: "data" }),
		bug: named("runs", "starts a browser"),
		telemetry: named("redirects", "changes what is sent to another host"),
	}),
};

function loadsOf(synopsis: string): readonly OptionRow[] {
	return [loads(synopsis, "takes packages from where another go.mod says")];
}

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

/** golangci-lint and staticcheck. */
export const golangciLint: ProgramTable = {
	names: ["golangci-lint"],
	abbreviations: false,
	closed: true,
	subcommands: {
		run: {
			operands: "maybe-read",
			defaultOperand: "./*",
			options: [
				loads("-c --config <file>", "loads settings, which name plug-ins"),
				{ names: ["--fix"], operandsBecome: "write", why: "rewrites the files" },
				writes("--cpu-profile-path <file>", "writes a profile"),
				writes("--mem-profile-path <file>", "writes a profile"),
				writes("--trace-path <file>", "writes a trace"),
				{
					...loads("--out-format <formats>", "writes to the place after the colon"),
					except: ["colored-line-number", "line-number", "json", "tab", "github-actions", "checkstyle", "junit-xml", "html"],
				},
				...["text", "json", "tab", "html", "checkstyle", "code-climate", "junit-xml", "teamcity", "sarif"].map((name) => ({
					...loads(`--output.${name}.path <file>`, "writes a report"),
					except: ["stdout", "stderr"],
				})),
				loads("--modules-download-mode <mode>", "fetches packages"),
				...plain(
					"-E --enable <linters>",
					"-D --disable <linters>",
					"--enable-only <linters>",
					"--default <group>",
					"--timeout <time>",
					"-j --concurrency <number>",
					"--build-tags <tags>",
					"-e --exclude <pattern>",
					"--skip-dirs <patterns>",
					"--skip-files <patterns>",
					"--new-from-rev <revision>",
					"--new-from-merge-base <branch>",
					"--new-from-patch <file>",
					"--max-issues-per-linter <number>",
					"--max-same-issues <number>",
					"--color <when>",
					"--path-prefix <prefix>",
					"--path-mode <mode>",
					"-p --presets <names>",
					"--go <version>",
					"--issues-exit-code <number>",
					"--sort-results",
				),
			],
		},
		fmt: {
			operands: "write",
			rewritesBelow: true,
			defaultOperand: "./*",
			options: [
				{ names: ["-d", "--diff"], operandsBecome: "maybe-read" },
				loads("-c --config <file>", "loads settings"),
				...plain("-E --enable <names>"),
			],
		},
		linters: { options: [loads("-c --config <file>", "loads settings")] },
		formatters: {},
		help: { operands: "data" },
		version: {},
		config: { operands: "data" },
		cache: { subcommands: { status: {}, clean: named("changes", "deletes the cache") } },
		custom: named("runs", "builds a program with plug-ins"),
		migrate: named("changes", "rewrites the settings"),
		completion: { operands: "data" },
	},
};

/** Other checkers and test runners of go. */
export const goCheckers: ProgramTable = {
	names: ["staticcheck", "govulncheck", "gotestsum", "revive", "errcheck", "ginkgo"],
	style: "long-dash",
	abbreviations: false,
	operands: "data",
	options: [
		runs("-toolexec <program>", "runs the compiler's parts with this program"),
		runs("-exec <program>", "runs the result with this program"),
		runs("-post-run-command <command>", "runs this command"),
		loads("-raw-command", "runs the words as a command"),
		loads("-config <file>", "loads settings"),
		writes("-junitfile <file>", "writes a report"),
		writes("-jsonfile <file>", "writes a report"),
		writes("-o <file>", "writes a report"),
		writes("-output-dir <directory>", "writes reports"),
		...plain(
			"-checks <checks>",
			"-f <format>",
			"-go <version>",
			"-tags <tags>",
			"-tests",
			"-format <format>",
			"-show <kinds>",
			"-packages <packages>",
		),
	],
};

/** `go run host/path` and `go run path@version` build and run what they fetch; a file, or a place below the module, is the project's own. */
function remotePackage(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const first = operands[0];
	if (typeof first !== "string" || /^\.{0,2}\/|^\.{1,2}$|^[^@]*\.go$/.test(first)) return [];
	const fetched = first.includes("@") || /^[^/]*\./.test(first);
	return fetched ? [hazard("redirects", first, "fetches this package and runs it", 0)] : [];
}
