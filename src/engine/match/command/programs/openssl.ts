import type { ProgramTable } from "../program-table.ts";
import { loads } from "./option-rows.ts";

/** openssl: its commands share the names of the options that read, write and connect, which the analyser knows. */
export const openssl: ProgramTable = {
	names: ["openssl"],
	style: "long-dash",
	abbreviations: false,
	operands: "data",
	analyser: "openssl",
	analysesWords: true,
	options: [
		loads("-engine <name>", "loads a cryptographic engine"),
		loads("-provider <name>", "loads a provider"),
		loads("-provider-path <directory>", "loads providers from this directory"),
		loads("-config <file>", "loads configuration"),
		loads("-keygen_engine -ssl_client_engine <name>", "loads a cryptographic engine"),
		loads("-extfile <file>", "loads configuration"),
	],
};
