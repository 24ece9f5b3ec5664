import type { ProgramTable } from "../program-table.ts";
import { loads, plain, writes } from "./option-rows.ts";

const prefixed = (name: string, why: string) => ({ ...loads(name, why), prefix: true }) as const;

/** javac: compiles; annotation processors and plug-ins are code. */
export const javac: ProgramTable = {
	names: ["javac", "kotlinc", "scalac"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	analyser: "response-files",
	options: [
		loads("-processor <names>", "runs code while it compiles"),
		loads("-processorpath --processor-path <path>", "runs code while it compiles"),
		loads("--processor-module-path <path>", "runs code while it compiles"),
		loads("-cp -classpath --class-path <path>", "annotation processors on the path are run"),
		loads("-p --module-path <path>", "annotation processors on the path are run"),
		loads("-bootclasspath <path>", "changes which code is loaded"),
		prefixed("-Xplugin", "loads code"),
		prefixed("-J", "options of java load code"),
		writes("-d <directory>", "writes the output"),
		writes("-s <directory>", "writes source files"),
		writes("-h <directory>", "writes header files"),
		...plain(
			"-source --source <version>",
			"-target --target <version>",
			"--release <version>",
			"-encoding <name>",
			"-sourcepath --source-path <path>",
			"-proc:none",
		),
	],
};
