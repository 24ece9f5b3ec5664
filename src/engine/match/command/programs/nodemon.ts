import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, withRole } from "./option-rows.ts";

/** nodemon and its kin run a script again whenever a file changes. */
export const nodemon: ProgramTable = {
	names: ["nodemon", "ts-node-dev", "tsnd"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-x --exec <command>", "runs this command"),
		loads("--config <file>", "loads settings, which name programs"),
		loads("-r --require <module>", "loads this module first"),
		...withRole("cwd", ["--cwd <directory>"]),
		...plain("-w --watch <path>", "-e --ext <extensions>", "-i --ignore <path>", "-d --delay <seconds>", "--signal <signal>"),
	],
};
