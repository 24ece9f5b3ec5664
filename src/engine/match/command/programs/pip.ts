import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, reads, redirects, runs, writes } from "./option-rows.ts";

const options: readonly OptionRow[] = [
	runs("--python <program>", "runs with another python"),
	writes("--log <file>", "writes a log"),
	redirects("--proxy <url>", "goes through another host"),
	redirects("--trusted-host <host>", "accepts any certificate of a host"),
	redirects("--cert <file>", "trusts another certificate"),
	redirects("--client-cert <file>", "uses another credential"),
	runs("--keyring-provider <name>", "runs a program for credentials"),
	writes("--cache-dir <directory>", "keeps downloads, which are run later, in another place"),
	redirects("-i --index-url --pypi-url <url>", "takes packages from another index"),
	redirects("--extra-index-url <url>", "takes packages from another index too", "dependency confusion"),
	redirects("-f --find-links <url-or-path>", "takes packages from another place"),
	...plain("--timeout --default-timeout <seconds>", "--retries <number>", "--exists-action <action>", "--use-feature <name>", "--use-deprecated <name>", "--no-index", "--no-cache-dir", "--no-input", "--isolated", "--debug"),
];

const install: CommandForm = {
	operands: "maybe-read",
	analyser: "pip-packages",
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
		...plain("--platform <name>", "--python-version <version>", "--implementation <name>", "--abi <name>", "--no-binary <names>", "--only-binary <names>", "--upgrade-strategy <strategy>", "--progress-bar <kind>", "--root-user-action <action>", "--pre", "--prefer-binary", "-U --upgrade", "--use-pep517", "--group <group>", "--uploaded-prior-to <date>", "--require-hashes", "--no-deps"),
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
		uninstall: { operands: "data", options: [...reads("-r --requirement <file>"), changes("--break-system-packages", "changes the system's python")] },
		list: { options: plain("--format <format>", "--path <path>", "--exclude <name>") },
		freeze: { options: [...reads("-r --requirement <file>"), ...plain("--path <path>", "--exclude <name>")] },
		show: { operands: "data" },
		check: {},
		inspect: {},
		index: { operands: "data" },
		search: { operands: "data" },
		hash: { operands: "read" },
		debug: {},
		help: { operands: "data" },
		completion: {},
		cache: { subcommands: { dir: {}, info: {}, list: { operands: "data" }, remove: named("changes", "deletes from the cache"), purge: named("changes", "deletes the cache") } },
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
