import type { CommandForm, ProgramTable } from "../program-table.ts";
import { npmOptions } from "./npm-options.ts";
import { changes, everywhere, named, plain, runs, writes } from "./option-rows.ts";

const script: CommandForm = { operands: "data" };

const install: CommandForm = {
	operands: "data",
	analyser: "npm-packages",
	options: [changes("-g --global", "installs for the whole machine"), ...plain("--save-prefix <prefix>")],
};

const remove: CommandForm = { operands: "data", options: [changes("-g --global", "removes from the whole machine")] };

const exec = named("runs", "runs a program that a package brings, fetching it if need be", {
	style: "posix",
	launcher: { needsRule: "runs", why: "npm exec runs a program that a package brings" },
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
		help: view,
		...aliases("help", view, "hlep"),
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
