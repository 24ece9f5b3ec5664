import type { ProgramTable } from "../program-table.ts";
import { loads, redirects, writes } from "./option-rows.ts";

/** ansible-vault and ansible-galaxy. */
export const ansibleVault: ProgramTable = {
	names: ["ansible-vault", "ansible-galaxy", "sops", "gopass", "pass", "op", "bw", "secret-tool"],
	operands: "maybe-read",
	analyser: "cloud-operation",
	options: [
		loads("--vault-password-file --vault-pass-file <file>", "can be a program"),
		writes("-o --output --out-file <file>", "writes a file"),
		redirects("-s --server <url>", "takes code from another place"),
		redirects("--token --api-key <token>", "uses another credential"),
	],
};
