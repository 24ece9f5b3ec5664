import type { ProgramTable } from "../program-table.ts";
import { npmOptions } from "./npm-options.ts";
import { plain, runs, without } from "./option-rows.ts";

/** npx, bunx, pnpx: fetch a package if need be and run the program it brings. */
export const npx: ProgramTable = {
	names: ["npx", "bunx", "pnpx"],
	style: "posix",
	launcher: { needsRule: "runs", why: "it fetches a package if need be, and runs the program that it brings" },
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
