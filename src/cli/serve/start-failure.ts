import { errorCode, isoTime, systemClock, WritError } from "../../platform/index.ts";
import { visible } from "../output/visible.ts";
import { EXIT, type ExitCode } from "../subcommand.ts";

/** Why a server could not start, in words, and how the command ends. */
interface StartFailure {
	readonly code: string;
	readonly message: string;
	readonly exit: ExitCode;
}

const UNUSABLE = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC"]);

/** Puts whatever kept a server from starting into words: the cause and the cure. */
export function describeFailure(error: unknown, home: string): StartFailure {
	if (error instanceof WritError)
		return {
			code: error.code,
			message: withoutSecrets(error.message),
			exit: error.code === "invalid-definition" ? EXIT.invalid : EXIT.broken,
		};
	const code = errorCode(error);
	const text = withoutSecrets(error instanceof Error ? error.message : String(error));
	if (UNUSABLE.has(code))
		return {
			code: "home-unusable",
			message: `The home ${home} cannot be used (${text}): make it a folder of your own, or choose another one with --home`,
			exit: EXIT.broken,
		};
	return { code: "start-failed", message: `The server could not start: ${text}`, exit: EXIT.broken };
}

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
function withoutSecrets(text: string): string {
	return SECRETS.reduce((cleaned, [secret, instead]) => cleaned.replaceAll(secret, instead), text);
}
