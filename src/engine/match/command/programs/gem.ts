import type { CommandForm, ProgramTable } from "../program-table.ts";
import { loads, named, plain, redirects, withRole, writes } from "./option-rows.ts";

const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

/** gem: packages of ruby. */
export const gem: ProgramTable = {
	names: ["gem"],
	closed: true,
	subcommands: {
		list: { operands: "data" },
		search: { operands: "data" },
		info: { operands: "data" },
		specification: { operands: "data" },
		which: { operands: "data" },
		environment: { operands: "data" },
		outdated: {},
		dependency: { operands: "data" },
		contents: { operands: "data" },
		help: { operands: "data" },
		check: {},
		install: named("runs", "installs packages and builds their extensions", {
			operands: "maybe-read",
			options: [
				writes("-i --install-dir <directory>", "installs to another place"),
				writes("-n --bindir <directory>", "installs to another place"),
				redirects("-s --source <url>", "takes packages from another place"),
				loads("-g --file [file]", "runs a Gemfile"),
				...plain("-v --version <version>"),
			],
		}),
		uninstall: named("changes", "removes packages"),
		update: named("changes", "installs other versions"),
		cleanup: named("changes", "removes packages"),
		build: { operands: "read", options: [writes("-o --output <file>", "writes the package"), ...withRole("cwd", ["-C <directory>"])] },
		unpack: { operands: "data", options: [writes("--target <directory>", "unpacks to another place")] },
		fetch: { operands: "data" },
		exec: named("runs", "fetches and runs a program"),
		open: named("runs", "opens an editor"),
		push: account("publishes a package"),
		yank: account("withdraws a package"),
		owner: account("changes who may publish"),
		signin: account("makes a credential"),
		signout: account("deletes a credential"),
		cert: account("works on credentials"),
		sources: account("changes where packages come from"),
	},
};
