import type { ProgramTable } from "../program-table.ts";
import { loads, plain } from "./option-rows.ts";

/** mix, rebar3: builds and tests of elixir and erlang. */
export const mix: ProgramTable = {
	names: ["mix", "rebar3", "dune", "cabal", "zig", "swiftpm", "gleam", "shards", "nimble"],
	closed: true,
	abbreviations: false,
	subcommands: {
		test: {
			operands: "maybe-read",
			analyser: "code-operands",
			options: [
				loads("-r --require <file>", "loads code first"),
				...plain(
					"--only <tag>",
					"--exclude <tag>",
					"--seed <number>",
					"--max-failures <number>",
					"--cover",
					"--trace",
					"--stale",
					"--failed",
					"--filter <pattern>",
					"--formatter <name>",
				),
			],
		},
		compile: { operands: "data" },
		build: { operands: "data" },
		check: { operands: "data" },
		format: {
			operands: "write",
			options: [
				{ names: ["--check-formatted", "--check"], operandsBecome: "maybe-read" },
				loads("--dot-formatter <file>", "loads settings, which are code"),
			],
		},
		fmt: { operands: "write", options: [{ names: ["--check"], operandsBecome: "maybe-read" }] },
		credo: { operands: "maybe-read", options: [loads("--config-file <file>", "loads settings, which are code")] },
		dialyzer: { operands: "data" },
		deps: { operands: "data" },
		"deps.get": {},
		"deps.tree": {},
		"hex.outdated": {},
		help: { operands: "data" },
		version: {},
		run: { hazard: "runs", why: "runs code", operands: "script" },
		exec: { hazard: "runs", why: "runs a program", operands: "script" },
		eval: { hazard: "runs", why: "runs text as code" },
		clean: { hazard: "changes", why: "deletes the output" },
		install: { hazard: "changes", why: "installs programs" },
		new: { hazard: "changes", why: "writes the files of a project", operands: "write" },
		init: { hazard: "changes", why: "writes the files of a project" },
		publish: { hazard: "redirects", why: "publishes a package" },
		"hex.publish": { hazard: "redirects", why: "publishes a package" },
		repl: { hazard: "runs", why: "runs code from its input" },
		cc: { hazard: "changes", why: "writes files" },
	},
};
