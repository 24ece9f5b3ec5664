import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

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
	operands: "data",
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
		list: { operands: "data", options: [...build, ...plain("-f <format>", "-reuse <file>", "-m", "-u", "-deps", "-test", "-versions")] },
		run: named("runs", "runs the program that it builds", { operands: "data", options: build }),
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
