import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, withRole } from "./option-rows.ts";

/** ts-node, tsx and their kin run a script as node does. */
export const tsNode: ProgramTable = {
	names: ["ts-node", "ts-node-esm", "tsx", "swc-node", "babel-node", "esr", "vite-node", "zx"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-e --eval <code>", "runs text as code"),
		runs("-p --print <code>", "runs text as code"),
		loads("-r --require <module>", "loads this module first"),
		loads("--import <module>", "loads this module first"),
		loads("--loader <module>", "loads this module first"),
		loads("-P --project --tsconfig <file>", "loads settings"),
		loads("-C --compiler <name>", "loads code"),
		loads("-O --compiler-options --compilerOptions <options>", "changes settings"),
		loads("--env-file <file>", "loads variables into the environment"),
		loads("--config <file>", "loads settings"),
		...withRole("cwd", ["--cwd <directory>", "--dir <directory>"]),
		...plain("-v --version", "-h --help"),
	],
};
