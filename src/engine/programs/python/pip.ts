import type { AnalyserFinding } from "../analyser.ts";
import { changes, everywhere, loads, named, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

const options: readonly OptionRow[] = [
	runs("--python <program>", "runs with another python"),
	writes("--log --log-file --local-log <file>", "writes a log"),
	redirects("--proxy <url>", "goes through another host"),
	redirects("--trusted-host <host>", "accepts any certificate of a host"),
	redirects("--cert <file>", "trusts another certificate"),
	redirects("--client-cert <file>", "uses another credential"),
	runs("--keyring-provider <name>", "runs a program for credentials"),
	writes("--cache-dir <directory>", "keeps downloads, which are run later, in another place"),
	redirects("-i --index-url --pypi-url <url>", "takes packages from another index"),
	redirects("--extra-index-url <url>", "takes packages from another index too", "dependency confusion"),
	redirects("-f --find-links <url-or-path>", "takes packages from another place"),
	...plain(
		"--timeout --default-timeout <seconds>",
		"--retries <number>",
		"--exists-action <action>",
		"--use-feature <name>",
		"--use-deprecated <name>",
		"--no-index",
		"--no-cache-dir",
		"--no-input",
		"--isolated",
		"--debug",
	),
];

const install: CommandForm = {
	operands: "maybe-read",
	analyser: pipPackages,
	analysesWords: true,
	options: [
		...reads("-r --requirement <file>", "-c --constraint <file>", "-e --editable <path>", "--requirements-from-script <file>"),
		writes("-t --target <directory>", "installs to another place"),
		writes("--root <directory>", "installs to another place"),
		writes("--prefix <directory>", "installs to another place"),
		writes("--src --source --source-dir --source-directory <directory>", "unpacks to another place"),
		writes("-d --dest --destination-dir <directory>", "downloads to another place"),
		writes("-w --wheel-dir <directory>", "writes packages"),
		writes("-b --build <directory>", "builds in another place"),
		writes("--report <file>", "writes a report"),
		changes("--break-system-packages", "changes the system's python"),
		changes("--user", "installs for the user"),
		loads("--global-option <option>", "passes options to the build"),
		loads("--build-option <option>", "passes options to the build"),
		loads("--install-option <option>", "passes options to the build"),
		loads("-C --config-settings --config-setting <settings>", "passes options to the build"),
		loads("--no-build-isolation", "builds with the packages that are there"),
		...plain(
			"--platform <name>",
			"--python-version <version>",
			"--implementation <name>",
			"--abi <name>",
			"--no-binary <names>",
			"--only-binary <names>",
			"--upgrade-strategy <strategy>",
			"--progress-bar <kind>",
			"--root-user-action <action>",
			"--pre",
			"--prefer-binary",
			"-U --upgrade",
			"--use-pep517",
			"--group <group>",
			"--uploaded-prior-to <date>",
			"--require-hashes",
			"--no-deps",
		),
	],
};

/** pip: packages of python. */
export const pip: ProgramTable = {
	names: ["pip", "pip3", "pip3.11", "pip3.12", "pip3.13"],
	closed: true,
	options,
	subcommands: everywhere(options, {
		install,
		download: install,
		wheel: install,
		lock: { ...install, options: [writes("-o --output <file>", "writes the lock file"), ...(install.options ?? [])] },
		uninstall: {
			operands: "data",
			options: [...reads("-r --requirement <file>"), changes("--break-system-packages", "changes the system's python")],
		},
		list: {
			options: [
				redirects("-o --outdated", "asks the package index"),
				redirects("-u --uptodate", "asks the package index"),
				...reads("--path <path>"),
				...plain("--format <format>", "--exclude <name>"),
			],
		},
		freeze: { options: [...reads("-r --requirement <file>", "--path <path>"), ...plain("--exclude <name>")] },
		show: { operands: "data" },
		check: {},
		inspect: {},
		index: { operands: "data" },
		search: { operands: "data" },
		hash: { operands: "read" },
		debug: {},
		help: { operands: "data" },
		completion: {},
		cache: {
			subcommands: {
				dir: {},
				info: {},
				list: { operands: "data" },
				remove: named("changes", "deletes from the cache"),
				purge: named("changes", "deletes the cache"),
			},
		},
		config: {
			options: [runs("--editor <program>", "starts this program")],
			subcommands: {
				list: {},
				get: { operands: "data" },
				debug: {},
				set: named("redirects", "changes where packages come from", { operands: "data" }),
				unset: named("changes", "deletes a setting", { operands: "data" }),
				edit: named("runs", "opens an editor"),
			},
		},
	}),
};

const launch = (why: string, options: readonly OptionRow[] = []): CommandForm =>
	named("runs", why, { style: "posix", launcher: { needsRule: "runs", why }, options });

/** pipx and conda: programs and environments. */
export const pipx: ProgramTable = {
	names: ["pipx", "conda", "mamba", "micromamba"],
	closed: true,
	subcommands: {
		run: launch("runs a program in another environment", [
			runs("--spec <package>", "fetches this package"),
			runs("--python <program>", "runs with another python"),
			loads("-p --prefix <directory>", "runs in another environment"),
			loads("-n --name <name>", "runs in another environment"),
			...withRole("cwd", ["--cwd <directory>"]),
		]),
		list: { operands: "data", options: plain("-n --name <name>", "-p --prefix <directory>") },
		info: {},
		search: { operands: "data", options: [redirects("-c --channel <url>", "takes packages from another place")] },
		environment: {},
		env: {
			subcommands: {
				list: {},
				export: { options: [writes("-f --file <file>", "writes a file"), ...plain("-n --name <name>")] },
				create: named("changes", "makes an environment"),
				remove: named("changes", "deletes an environment"),
				update: named("changes", "changes an environment"),
				config: named("changes", "changes an environment"),
			},
		},
		install: named("changes", "installs for the user", { operands: "data", analyser: pipPackages, analysesWords: true }),
		inject: named("changes", "installs for the user"),
		upgrade: named("changes", "installs other versions"),
		"upgrade-all": named("changes", "installs other versions"),
		uninstall: named("changes", "removes programs"),
		remove: named("changes", "removes packages"),
		create: named("changes", "makes an environment"),
		update: named("changes", "installs other versions"),
		config: named("redirects", "changes where packages come from"),
		ensurepath: named("changes", "changes the shell's start files"),
		init: named("changes", "changes the shell's start files"),
		clean: named("changes", "deletes caches"),
		activate: named("loads", "changes the environment"),
	},
};

/** Options whose value is a file of the project or an address. */
const FILES = /^(?:-[rceb]|--(?:requirements?|constraints?|editable|overrides?|build-constraints?|with|with-editable|with-requirements))$/;

/** Judges every word of pip and its kin: what comes from an address, or a package from outside the workspace, must be named. */
export function pipPackages(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, index) => {
		if (word === null) return [];
		const value = word.replace(/^(?:--[a-z-]+=|-[rceb](?=.))/, "");
		const ofOption = value !== word || FILES.test(words[index - 1] ?? "");
		if (value.startsWith("-")) return [];
		return isAddress(value) || (!ofOption && isElsewhere(value)) ? [finding(word)] : [];
	});
}

function isAddress(text: string): boolean {
	return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(text.replace(/^[^@/:]+\s*@\s*/, ""));
}

function isElsewhere(text: string): boolean {
	const path = text.replace(/^[^@/]+\s*@\s*/, "");
	return /^(?:\/|~)/.test(path) || path.split("/").includes("..");
}

function finding(segment: string): AnalyserFinding {
	return { kind: "hazard", hazard: "redirects", segment, why: "takes code from this address instead of the index" };
}
