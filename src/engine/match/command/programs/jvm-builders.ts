import type { ProgramTable } from "../program-table.ts";
import { loads, plain, runs, writes } from "./option-rows.ts";

/** ant, sbt, lein, mill: other builders of the java world. */
export const jvmBuilders: ProgramTable = {
	names: ["ant", "sbt", "lein", "mill", "scala-cli", "kotlinc-jvm", "jbang"],
	style: "long-dash",
	abbreviations: false,
	operands: "data",
	options: [
		loads("-f -file -buildfile <file>", "runs another script"),
		loads("-lib <path>", "loads code"),
		loads("-logger <class>", "loads code"),
		loads("-listener <class>", "loads code"),
		loads("-inputhandler <class>", "loads code"),
		loads("-propertyfile <file>", "loads settings"),
		loads("-jvm-debug <port>", "opens a debugger's port"),
		runs("-java-home <directory>", "runs with another java"),
		{ ...loads("-J", "options of java load code"), prefix: true },
		{ ...loads("-D", "properties name code"), prefix: true },
		writes("-l -logfile <file>", "writes a log"),
		...plain("-k", "-q", "-v", "-mem <number>"),
	],
};
