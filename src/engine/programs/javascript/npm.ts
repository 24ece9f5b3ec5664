import type { AnalyserFinding } from "../analyser.ts";
import { changes, everywhere, loads, named, plain, redirects, runs, without, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

const options: readonly OptionRow[] = [
	...withRole("cwd", ["-C --prefix <directory>"]),
	runs("--script-shell <program>", "runs every script with this program"),
	runs("--shell <program>", "starts this program"),
	runs("--editor <program>", "starts this program"),
	runs("--git <program>", "starts this program instead of git"),
	runs("--viewer <program>", "starts this program"),
	runs("--browser [program]", "starts this program"),
	runs("--node-gyp <file>", "runs this file to build add-ons"),
	runs("--onload-script <file>", "runs this file"),
	runs("--init-module --init.module <file>", "runs this file"),
	runs("--no-ignore-scripts", "runs the scripts of packages"),
	runs("--dangerously-allow-all-scripts", "runs the scripts of packages"),
	runs("--allow-scripts <packages>", "runs the scripts of packages"),
	loads("--node-options <options>", "options of node load code"),
	loads("--userconfig <file>", "loads settings, which name programs"),
	loads("--globalconfig <file>", "loads settings, which name programs"),
	redirects("--registry --reg <url>", "takes packages from, or sends them to, another registry"),
	redirects("--proxy <url>", "goes through another host"),
	redirects("--https-proxy --http-proxy <url>", "goes through another host"),
	redirects("--noproxy <hosts>", "changes which hosts are reached"),
	redirects("--replace-registry-host <mode>", "changes which hosts are reached"),
	redirects("--local-address <address>", "changes which network is used"),
	redirects("--no-strict-ssl", "accepts any certificate"),
	redirects("--ca <certificate>", "trusts another certificate"),
	redirects("--cafile <file>", "trusts another certificate"),
	redirects("--cert <certificate>", "uses another credential"),
	redirects("--key <key>", "uses another credential"),
	redirects("--_auth <credential>", "uses another credential"),
	redirects("--_authToken <credential>", "uses another credential"),
	redirects("--otp <code>", "uses another credential"),
	redirects("--password <password>", "uses another credential"),
	redirects("-L --location <where>", "works on the settings of user or machine"),
	writes("--cache <directory>", "keeps downloads, which are run later, in another place"),
	writes("--logs-dir <directory>", "writes logs into this directory"),
	writes("--pack-destination <directory>", "writes archives into this directory"),
	...plain(
		"--ignore-scripts",
		"--access <level>",
		"--audit-level <level>",
		"--auth-type <type>",
		"--before <date>",
		"--cidr <ranges>",
		"--color [when]",
		"--cpu <name>",
		"--depth <number>",
		"--diff <specification>",
		"--diff-dst-prefix <prefix>",
		"--diff-src-prefix <prefix>",
		"--diff-unified <lines>",
		"--expect-result-count <number>",
		"--fetch-retries <number>",
		"--fetch-timeout <milliseconds>",
		"--git-tag-version",
		"--if-present",
		"--include <kind>",
		"--init-author-name <text>",
		"--init-license <text>",
		"--init-type <text>",
		"--init-version <text>",
		"--install-strategy <strategy>",
		"--libc <name>",
		"--lockfile-version <number>",
		"--loglevel <level>",
		"--logs-max <number>",
		"--maxsockets <number>",
		"-m --message <text>",
		"--omit <kind>",
		"--only <kind>",
		"--os <name>",
		"--package-lock",
		"--package-lock-only",
		"--prefer-dedupe",
		"--prefer-offline",
		"--prefer-online",
		"--preid <text>",
		"--progress",
		"--provenance",
		"--sbom-format <format>",
		"--sbom-type <type>",
		"--scope <scope>",
		"--searchlimit <number>",
		"--shrinkwrap",
		"--strict-ssl",
		"--tag <tag>",
		"--user-agent <text>",
		"-w --workspace <name>",
		"--workspaces",
		"-s --silent",
		"-f --force",
		"-D --save-dev",
		"-E --save-exact",
		"-O --save-optional",
		"-P --save-prod",
		"-S --save",
		"-l --long",
		"-a --all",
	),
	{ ...runs("--ignore-scripts=false --ignore-scripts=0", "runs the scripts of packages"), prefix: true },
	{ ...redirects("--strict-ssl=false", "accepts any certificate"), prefix: true },
	{ ...runs("---", "npm takes any number of dashes for two"), prefix: true },
	{ ...redirects("--@", "sets the registry of a scope"), prefix: true },
	{ ...redirects("--//", "sets the credential of a registry"), prefix: true },
];

/**
 * Options that npm understands anywhere before `--`. It also takes one dash for two, and any unique beginning.
 */
export const npmOptions: readonly OptionRow[] = [...options, ...withOneDash(options)];

// SECURITY: `-script-shell=x` is `--script-shell x`; letters of it must not be read as a cluster.
function withOneDash(rows: readonly OptionRow[]): readonly OptionRow[] {
	const taken = new Set<string>();
	return rows.flatMap((row) => {
		if ((row.hazard === undefined && row.is === undefined) || row.prefix === true) return [];
		const all = new Set(row.names.filter((name) => /^--[a-z]/.test(name)).flatMap(beginnings));
		const names = [...all].filter((name) => !taken.has(name));
		for (const name of names) taken.add(name);
		return names.length === 0
			? []
			: [
					{ ...row, names },
					{ ...row, names: names.map((name) => `${name}=`), prefix: true },
				];
	});
}

function beginnings(name: string): readonly string[] {
	const word = name.slice(1);
	const shortest = Math.min(5, word.length);
	return Array.from({ length: word.length - shortest + 1 }, (_, index) => word.slice(0, shortest + index));
}

const script: CommandForm = { operands: "data" };

const install: CommandForm = {
	operands: "data",
	analyser: npmPackages,
	options: [changes("-g --global", "installs for the whole machine"), ...plain("--save-prefix <prefix>")],
};

const remove: CommandForm = { operands: "data", options: [changes("-g --global", "removes from the whole machine")] };

const exec = named("runs", "runs a program that a package brings, fetching it if need be", {
	style: "posix",
	launcher: {
		needsRule: "runs",
		why: "npm exec runs a program that a package brings",
		ownUntilDashes: true,
		installed: { places: ["node_modules/.bin"], options: ["--"] },
	},
	options: [
		runs("-c --call <command>", "runs shell text"),
		runs("--package <package>", "fetches this package and runs what it brings"),
		runs("-y --yes", "fetches packages without asking"),
	],
});

const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });
const view: CommandForm = { operands: "data" };

const init = named("runs", "runs the package create-<name>, or writes package.json", {
	operands: "data",
	options: [runs("-y --yes", "answers every question")],
});

const aliases = (target: string, form: CommandForm, names: string): Readonly<Record<string, CommandForm>> =>
	Object.fromEntries(names.split(" ").map((name) => [name, { ...form, aliasOf: target }]));

const config: CommandForm = {
	subcommands: {
		get: { operands: "data" },
		list: {},
		ls: { aliasOf: "config list" },
		set: named("loads", "settings of npm name programs that it runs", { operands: "data" }),
		delete: named("changes", "deletes a setting", { operands: "data" }),
		rm: { ...named("changes", "deletes a setting", { operands: "data" }), aliasOf: "config delete" },
		edit: named("runs", "opens the configured editor"),
		fix: named("changes", "rewrites the settings"),
	},
};

/** npm: packages and scripts. Words after `--` go to the script that the rule allows. */
export const npm: ProgramTable = {
	names: ["npm"],
	closed: true,
	options: npmOptions,
	subcommands: everywhere(npmOptions, {
		run: script,
		...aliases("run", script, "run-script rum urn"),
		test: script,
		...aliases("test", script, "t tst"),
		start: script,
		stop: script,
		restart: script,
		install,
		...aliases("install", install, "i add in ins inst insta instal isnt isnta isntal isntall"),
		ci: install,
		...aliases("ci", install, "clean-install ic install-clean isntall-clean"),
		"install-test": install,
		...aliases("install-test", install, "it"),
		"install-ci-test": install,
		...aliases("install-ci-test", install, "cit clean-install-test sit"),
		uninstall: remove,
		...aliases("uninstall", remove, "unlink remove rm r un"),
		update: install,
		...aliases("update", install, "u up upgrade udpate"),
		rebuild: remove,
		...aliases("rebuild", remove, "rb"),
		dedupe: {},
		...aliases("dedupe", {}, "ddp"),
		"find-dupes": {},
		prune: remove,
		shrinkwrap: {},
		link: named("changes", "installs for the whole machine", install),
		...aliases("link", named("changes", "installs for the whole machine", install), "ln"),
		exec,
		...aliases("exec", exec, "x"),
		init,
		...aliases("init", init, "create innit"),
		explore: named("runs", "starts a shell in a package"),
		edit: named("runs", "opens a package in an editor"),
		audit: { subcommands: { fix: named("changes", "installs other versions"), signatures: {} } },
		ls: view,
		...aliases("ls", view, "list"),
		ll: view,
		...aliases("ll", view, "la"),
		outdated: view,
		explain: view,
		...aliases("explain", view, "why"),
		view,
		...aliases("view", view, "info show v"),
		search: view,
		...aliases("search", view, "find s se"),
		query: view,
		fund: { operands: "data", options: [runs("--browser [program]", "starts this program")] },
		sbom: {},
		diff: view,
		pack: { operands: "maybe-read", options: [writes("--pack-destination <directory>", "writes the archive into this directory")] },
		ping: {},
		doctor: {},
		bin: {},
		root: {},
		prefix: {},
		version: { operands: "data", options: plain("--sign-git-tag") },
		...aliases("version", { operands: "data" }, "verison"),
		pkg: {
			subcommands: {
				get: { operands: "data" },
				set: named("changes", "rewrites package.json, whose scripts are run", { operands: "data" }),
				delete: named("changes", "rewrites package.json", { operands: "data" }),
				fix: named("changes", "rewrites package.json"),
			},
		},
		help: { ...view, analyser: npmHelp },
		...aliases("help", { ...view, analyser: npmHelp }, "hlep"),
		"help-search": view,
		completion: {},
		whoami: {},
		get: view,
		set: named("loads", "settings of npm name programs that it runs", { operands: "data" }),
		config,
		...aliases("config", config, "c"),
		cache: {
			subcommands: {
				ls: {},
				verify: {},
				add: named("changes", "puts packages into the cache", install),
				clean: named("changes", "deletes the cache"),
				npx: named("changes", "works on the cache of npx"),
			},
		},
		docs: named("runs", "starts a web browser"),
		...aliases("docs", named("runs", "starts a web browser"), "home"),
		bugs: named("runs", "starts a web browser"),
		...aliases("bugs", named("runs", "starts a web browser"), "issues"),
		repo: named("runs", "starts a web browser"),
		publish: account("publishes a package"),
		unpublish: account("deletes a published package"),
		deprecate: account("changes a published package"),
		undeprecate: account("changes a published package"),
		"dist-tag": account("changes a published package"),
		...aliases("dist-tag", account("changes a published package"), "dist-tags"),
		access: account("changes who may publish"),
		owner: account("changes who may publish"),
		...aliases("owner", account("changes who may publish"), "author"),
		team: account("changes who may publish"),
		org: account("changes who may publish"),
		...aliases("org", account("changes who may publish"), "ogr"),
		trust: account("changes who may publish"),
		stage: account("publishes a package"),
		star: account("acts in the user's name"),
		unstar: account("acts in the user's name"),
		stars: view,
		profile: account("changes the user's account"),
		token: account("makes and shows credentials"),
		hook: account("sends data to another host"),
		login: account("makes a credential"),
		...aliases("login", account("makes a credential"), "adduser add-user"),
		logout: account("deletes a credential"),
		"approve-scripts": named("runs", "lets packages run their scripts"),
		"deny-scripts": named("changes", "changes which packages may run their scripts"),
		"install-scripts": named("runs", "runs the scripts of packages"),
	}),
};

/**
 * npx and bunx look for `node_modules/.bin/NAME` in the working directory and in each one above it; only a name that is
 * not there is fetched, so that neither `--yes` nor `--no-install` changes what an installed one does.
 */
const packageLauncher: Omit<ProgramTable, "names"> = {
	style: "posix",
	launcher: {
		needsRule: "runs",
		why: "it fetches a package if need be, and runs the program that it brings",
		installed: {
			places: ["node_modules/.bin"],
			options: ["--", "--no", "--no-install", "--offline", "-y", "--yes", "-q", "--quiet", "-s", "--silent", "--bun"],
		},
	},
	options: [
		runs("-p --package <package>", "fetches this package and runs what it brings"),
		runs("-c --call <command>", "runs shell text"),
		runs("-y --yes", "fetches packages without asking"),
		runs("--shell-auto-fallback [shell]", "prints shell code"),
		runs("-n --node-arg <argument>", "options of node load code"),
		...plain("--no", "--no-install", "--bun", "-q --quiet", "-s --silent", "--verbose"),
		...without(npmOptions, "-p", "-c", "-y", "-n", "-package", "--package", "--silent", "-s"),
	],
};

/** npx, bunx: run an installed program, else fetch the package of that name. */
export const npx: ProgramTable = { ...packageLauncher, names: ["npx", "bunx"] };

/** pnpx always fetches the package, whatever is installed. */
export const pnpx: ProgramTable = {
	...packageLauncher,
	names: ["pnpx"],
	launcher: { needsRule: "runs", why: "it fetches a package and runs the program that it brings" },
};

/** SECURITY: a page is shown by the viewer or browser that `.npmrc` names, the project's too; without an operand npm prints a list. */
function npmHelp(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.map((page) => ({
		kind: "hazard",
		hazard: "runs",
		segment: page ?? "",
		why: "starts the program that the settings name for manuals",
	}));
}

/** Judges package names of npm, pnpm, yarn and bun: what comes from an address and not from the registry must be named. */
export function npmPackages(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => (operand === null ? [] : judge(operand)));
}

function judge(text: string): readonly AnalyserFinding[] {
	const address = text.replace(/^(?:@[^/@]+\/)?[^/@:]+@(?=.*[:/])/, "");
	if (!isAddress(address)) return [];
	return [{ kind: "hazard", hazard: "redirects", segment: text, why: "takes code from this address instead of the registry" }];
}

// SECURITY: `user/repo` is a repository on GitHub, `name@https://…` an archive, `/tmp/x` a directory elsewhere.
function isAddress(text: string): boolean {
	if (/^(?:npm|workspace|catalog|jsr|patch):/.test(text)) return false;
	if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(text)) return true;
	if (/^(?:\/|~)/.test(text) || text.split("/").includes("..")) return true;
	if (/^[^/@:]+@[^/:]+:/.test(text)) return true;
	return /^[^@./~][^/@]*\/[^/]+$/.test(text);
}
