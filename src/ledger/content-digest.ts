import { hash } from "node:crypto";

/** What the ledger keeps of a message instead of its content: enough to prove later what it was. */
export function contentDigest(text: string): string {
	return `sha256:${hash("sha256", text)}`;
}
