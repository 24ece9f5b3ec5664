import type { ProgramTable } from "../program-table.ts";
import { named, plain } from "./option-rows.ts";

/** rustup: toolchains of rust. */
export const rustup: ProgramTable = {
	names: ["rustup"],
	closed: true,
	abbreviations: false,
	subcommands: {
		show: { operands: "data" },
		which: { operands: "data" },
		check: {},
		doc: named("runs", "starts a browser"),
		man: { operands: "data" },
		help: { operands: "data" },
		completions: { operands: "data" },
		run: named("runs", "runs a program with another toolchain", {
			style: "posix",
			launcher: { ownOperands: 1, needsRule: "runs", why: "rustup run chooses another toolchain" },
			options: plain("--install"),
		}),
		toolchain: {
			subcommands: {
				list: {},
				install: named("changes", "installs a toolchain"),
				uninstall: named("changes", "removes a toolchain"),
				link: named("loads", "takes a toolchain from another place"),
			},
		},
		target: { subcommands: { list: {}, add: named("changes", "installs a part"), remove: named("changes", "removes a part") } },
		component: { subcommands: { list: {}, add: named("changes", "installs a part"), remove: named("changes", "removes a part") } },
		override: {
			subcommands: {
				list: {},
				set: named("redirects", "chooses another toolchain"),
				unset: named("redirects", "chooses another toolchain"),
			},
		},
		default: named("redirects", "chooses another toolchain"),
		install: named("changes", "installs a toolchain"),
		update: named("changes", "installs a toolchain"),
		uninstall: named("changes", "removes a toolchain"),
		self: named("runs", "replaces or removes the program"),
		set: named("redirects", "changes settings"),
	},
	options: plain("-v --verbose", "-q --quiet", "--dump-testament"),
};
