import { createHash } from "node:crypto";

/** SHA-256 of the words of a command, each ended: the values that they hold are not for the ledger. */
export function digestOf(command: readonly string[]): string {
	return createHash("sha256")
		.update(command.map((word) => `${word}\0`).join(""))
		.digest("hex");
}
