import { isoTime, systemClock } from "../../platform/index.ts";
import { visible } from "../output/visible.ts";

/** What must never stand in a log: keys, and passwords in addresses. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
	[/\b(writ_|trinity_mcp_)[A-Za-z0-9_-]{20,}/g, "$1…"],
	[/(\w:\/\/[^\s/:@]*):[^\s/@]*@/g, "$1:…@"],
];

/** The log of a server: one line for each event, with its moment. */
export function processLog(write: (text: string) => void): (line: string) => void {
	return (line) => write(`${isoTime(systemClock.now())} ${visible(withoutSecrets(line).replaceAll(/\s*\n\s*/g, " | "))}\n`);
}

/** The same text with its secrets cut out. */
export function withoutSecrets(text: string): string {
	return SECRETS.reduce((cleaned, [secret, instead]) => cleaned.replaceAll(secret, instead), text);
}
