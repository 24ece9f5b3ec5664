import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, writes } from "./option-rows.ts";

/** nox: runs the sessions of noxfile.py. */
export const nox: ProgramTable = {
	names: ["nox"],
	operands: "data",
	options: [
		loads("-f --noxfile <file>", "runs this file"),
		runs("-P --force-python --extra-pythons --extra-python <version>", "runs with another python"),
		writes("--envdir <directory>", "makes environments in another place"),
		writes("--report <file>", "writes a report"),
		...plain(
			"-s -e --sessions --session <names>",
			"-k --keywords <expression>",
			"-t --tags <names>",
			"-p --pythons --python <versions>",
			"-db --default-venv-backend <name>",
			"-fb --force-venv-backend <name>",
		),
	],
};
