import type { ProgramTable } from "../program-table.ts";
import { runs, withRole } from "./option-rows.ts";

/** Programs that run scripts of package.json by name. */
export const scriptRunners: ProgramTable = {
	names: ["npm-run-all", "run-s", "run-p", "ni", "nr", "na", "nlx", "nun"],
	abbreviations: false,
	operands: "data",
	options: [runs("--npm-path <program>", "runs scripts with another program"), ...withRole("cwd", ["-C <directory>"])],
};
