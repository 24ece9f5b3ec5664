import type { CommandForm, ProgramTable } from "../program-table.ts";
import { loads, named, plain, redirects, writes } from "./option-rows.ts";

const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });

const launch = named("runs", "runs a program of the bundle", {
	style: "posix",
	launcher: { needsRule: "runs", why: "bundle exec runs a program" },
	options: [loads("--gemfile <file>", "runs another Gemfile")],
});

/** bundle: the packages of a ruby project. */
export const bundle: ProgramTable = {
	names: ["bundle", "bundler"],
	closed: true,
	abbreviations: false,
	options: [...plain("--no-color", "-r --retry <number>", "-V --verbose")],
	subcommands: {
		exec: launch,
		e: also("exec", launch),
		install: {
			options: [
				loads("--gemfile <file>", "runs another Gemfile"),
				writes("--path <directory>", "installs to another place"),
				writes("--binstubs [directory]", "writes programs"),
				redirects("--trust-policy <policy>", "changes what is trusted"),
				...plain("-j --jobs <number>", "--with <groups>", "--without <groups>", "--retry <number>"),
			],
		},
		i: { aliasOf: "install" },
		update: { operands: "data" },
		add: {
			operands: "data",
			options: [
				redirects("--git <url>", "takes a package from another repository"),
				redirects("--github <name>", "takes a package from another repository"),
				redirects("--path <directory>", "takes a package from another place"),
				redirects("-s --source <url>", "takes a package from another index"),
				...plain("-v --version <version>", "-g --group <name>", "-r --require <name>"),
			],
		},
		remove: { operands: "data" },
		check: { options: [loads("--gemfile <file>", "runs another Gemfile")] },
		list: {},
		show: { operands: "data" },
		info: { operands: "data" },
		outdated: { operands: "data" },
		lock: { options: [loads("--gemfile <file>", "runs another Gemfile"), writes("--lockfile <file>", "writes another file")] },
		platform: {},
		doctor: {},
		env: {},
		version: {},
		help: { operands: "data" },
		licenses: {},
		cache: { options: [writes("--cache-path <directory>", "writes to another place")] },
		package: { aliasOf: "cache" },
		config: {
			operands: "data",
			subcommands: {
				get: { operands: "data" },
				list: {},
				set: named("loads", "settings change where code comes from"),
				unset: named("changes", "deletes a setting"),
			},
		},
		clean: named("changes", "removes packages"),
		pristine: named("changes", "installs packages again"),
		open: named("runs", "opens an editor"),
		console: named("runs", "runs code from its input"),
		binstubs: named("changes", "writes programs"),
		gem: named("changes", "writes the files of a project"),
		init: named("changes", "writes a Gemfile"),
		inject: named("changes", "changes the Gemfile"),
		plugin: named("loads", "installs code into bundler itself"),
	},
};
