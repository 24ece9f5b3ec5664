import { errorCode, WritError } from "../../platform/index.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { withoutSecrets } from "./process-log.ts";

/** Why a server could not start, in words, and how the command ends. */
export interface StartFailure {
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
