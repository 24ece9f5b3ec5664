import type { AnalyserFinding } from "../analyser.ts";
import { responseFiles } from "../operand-analysers.ts";
import { changes, everywhere, loads, named, plain, redirects, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

const options: readonly OptionRow[] = [
	{
		...loads("-p:", "properties of a build name programs and code"),
		prefix: true,
		except: ["Configuration=*", "Version=*", "TreatWarningsAsErrors=*", "CollectCoverage=*", "Platform=*", "WarningLevel=*"],
	},
	{ ...loads("-property:", "properties of a build name programs and code"), prefix: true },
	{ ...loads("--property:", "properties of a build name programs and code"), prefix: true },
	{ ...loads("-t:", "runs other targets"), prefix: true },
	{ ...loads("-target:", "runs other targets"), prefix: true },
	{ ...loads("-logger:", "loads code"), prefix: true },
	{ ...loads("-l:", "loads code"), prefix: true },
	{ ...loads("-dl:", "loads code"), prefix: true },
	{ ...changes("-bl", "writes a log"), prefix: true },
	loads("--property <property>", "properties of a build name programs and code"),
	loads("--configfile <file>", "settings name hosts and credentials"),
	redirects("-s --source <url>", "takes packages from another place"),
	loads("--additionalprobingpath <path>", "changes which code is loaded"),
	loads("--additional-deps <path>", "changes which code is loaded"),
	writes("-o --output <directory>", "writes the output"),
	writes("--artifacts-path <directory>", "writes the output"),
	writes("--packages <directory>", "installs packages to another place"),
	...plain(
		"-c --configuration <name>",
		"-f --framework <name>",
		"-r --runtime <name>",
		"-a --arch <name>",
		"--os <name>",
		"-v --verbosity <level>",
		"--version-suffix <text>",
		"--no-build",
		"--no-restore",
		"--nologo",
	),
];

const test: CommandForm = {
	operands: "maybe-read",
	analyser: msbuildSwitches,
	options: [
		loads("-s --settings <file>", "settings name code"),
		loads("--test-adapter-path <path>", "loads code"),
		{
			...loads("-l --logger <name>", "any other name is code that is loaded, or writes a file"),
			except: ["console", "trx", "html", "console;*"],
		},
		{ ...loads("--collect <name>", "loads code"), except: ["XPlat Code Coverage", "Code Coverage"] },
		loads("-e --environment <variable>", "changes the environment of the tests"),
		writes("--results-directory <directory>", "writes results"),
		writes("-d --diag <file>", "writes a log"),
		...plain("--filter <expression>", "--blame", "--blame-hang-timeout <time>", "-t --list-tests"),
	],
};

const build: CommandForm = { operands: "maybe-read", analyser: msbuildSwitches };
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

/** dotnet: builds and tests; a name that is not a command is a program, or a file that is run. */
export const dotnet: ProgramTable = {
	names: ["dotnet"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		test,
		build,
		restore: build,
		clean: named("changes", "deletes the output", build),
		format: {
			operands: "write",
			options: [
				{ names: ["--verify-no-changes"], operandsBecome: "maybe-read" },
				writes("--report <file>", "writes a report"),
				writes("--binarylog <file>", "writes a log"),
				...plain("--include <paths>", "--exclude <paths>", "--severity <level>", "--diagnostics <ids>"),
			],
		},
		list: { operands: "data" },
		sln: { operands: "maybe-read" },
		help: { operands: "data" },
		run: named("runs", "runs the program that the project builds", { style: "posix", operands: "data" }),
		watch: named("runs", "runs the project whenever a file changes"),
		exec: named("runs", "runs a program"),
		publish: named("changes", "writes the project for use", build),
		pack: build,
		store: named("changes", "installs packages"),
		add: named("loads", "takes packages into the project", { operands: "data" }),
		package: named("loads", "takes packages into the project", { operands: "data" }),
		remove: { operands: "data" },
		reference: { operands: "data" },
		new: named("runs", "runs a template that writes files"),
		tool: {
			subcommands: {
				list: {},
				restore: named("loads", "fetches programs"),
				install: named("changes", "installs a program"),
				update: named("changes", "installs a program"),
				uninstall: named("changes", "removes a program"),
				run: named("runs", "runs a program"),
				search: { operands: "data" },
			},
		},
		nuget: account("works on packages, hosts and credentials"),
		workload: named("changes", "installs parts of the tool chain"),
		msbuild: named("runs", "runs the targets of a build", build),
		vstest: named("runs", "runs tests", test),
		fsi: named("runs", "runs a script"),
		script: named("runs", "runs a script"),
		csc: named("changes", "writes a program"),
		ef: named("changes", "changes a database or writes files", { operands: "data" }),
		"user-secrets": account("works on credentials"),
		"dev-certs": account("works on certificates"),
		"build-server": named("changes", "stops processes"),
		sdk: {},
	}),
};

/** Judges operands of dotnet: `@file` holds any option, and `/p:name=value` is a switch of the build like `-p:`. */
function msbuildSwitches(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const switches = operands.flatMap((operand) =>
		operand !== null && /^\/[A-Za-z]+:/.test(operand)
			? [{ kind: "hazard", hazard: "loads", segment: operand, why: "switches of a build name programs, targets and code" } as const]
			: [],
	);
	return [...responseFiles(operands), ...switches];
}
