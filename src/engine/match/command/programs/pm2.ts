import type { ProgramTable } from "../program-table.ts";
import { named } from "./option-rows.ts";

/** Process keepers. */
export const pm2: ProgramTable = {
	names: ["pm2", "forever", "supervisor"],
	closed: true,
	abbreviations: false,
	subcommands: {
		list: {},
		ls: {},
		status: {},
		logs: { operands: "data" },
		describe: { operands: "data" },
		show: { operands: "data" },
		jlist: {},
		start: named("runs", "runs a program that stays"),
		restart: named("runs", "runs a program that stays"),
		stop: named("changes", "stops a program"),
		delete: named("changes", "stops a program"),
	},
};
