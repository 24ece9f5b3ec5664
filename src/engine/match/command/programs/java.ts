import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, runs, writes } from "./option-rows.ts";

const prefixed = (name: string, why: string) => ({ ...loads(name, why), prefix: true }) as const;

/** java: runs a class, an archive or a source file; a rule covers it only when it names that. */
export const java: ProgramTable = {
	names: ["java", "jshell", "kotlin", "scala", "groovy", "clojure", "clj"],
	style: "long-dash",
	abbreviations: false,
	interpreter: { why: "runs a program" },
	operands: ["script", "data"],
	analyser: "response-files",
	options: [
		prefixed("-javaagent:", "loads code first"),
		prefixed("-agentlib:", "loads code first"),
		prefixed("-agentpath:", "loads code first"),
		prefixed("-Xbootclasspath", "changes which code is loaded"),
		prefixed("-Xrun", "loads code first"),
		prefixed("-Xdebug", "opens a debugger's port"),
		prefixed("-XX:OnError", "runs a command"),
		prefixed("-XX:OnOutOfMemoryError", "runs a command"),
		prefixed("-XX:Flags", "loads options from a file"),
		prefixed("-XX:VMOptionsFile", "loads options from a file"),
		prefixed("-XX:+UnlockDiagnosticVMOptions", "unlocks options that load code"),
		prefixed("-XX:SharedArchiveFile", "loads code"),
		prefixed("-XX:AOT", "loads code"),
		prefixed("-XX:HeapDumpPath", "writes a file"),
		prefixed("-XX:ErrorFile", "writes a file"),
		prefixed("-XX:LogFile", "writes a file"),
		prefixed("-XX:StartFlightRecording", "writes a file"),
		prefixed("-Xlog:", "writes a file"),
		prefixed("-Xloggc:", "writes a file"),
		prefixed("-Djava.", "changes which code is loaded"),
		prefixed("-Djdk.", "changes which code is loaded"),
		prefixed("-Dsun.", "changes which code is loaded"),
		prefixed("-Dcom.sun.", "opens a port"),
		loads("-cp -classpath --class-path <path>", "changes which code is loaded"),
		loads("-p --module-path <path>", "changes which code is loaded"),
		loads("--upgrade-module-path <path>", "changes which code is loaded"),
		loads("--patch-module <module>", "changes which code is loaded"),
		loads("--add-modules <modules>", "changes which code is loaded"),
		runs("-m --module", "runs a module"),
		runs("-e <code>", "runs text as code"),
		loads("--startup <file>", "runs a file first"),
		redirects("--enable-native-access <modules>", "widens what the program may do"),
		writes("-d <directory>", "writes files"),
		...plain("-jar", "--add-exports <modules>", "--add-opens <modules>", "--add-reads <modules>", "-version", "-showversion", "-help", "--source <version>", "--enable-preview"),
	],
};

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
		...plain("-source --source <version>", "-target --target <version>", "--release <version>", "-encoding <name>", "-sourcepath --source-path <path>", "-proc:none"),
	],
};
