import { accessSync, constants, fstatSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { SANDBOX_VARIABLES } from "../../authority/index.ts";
import type { ServerReply } from "../../client/index.ts";
import { parseAgentId } from "../../engine/index.ts";
import { errorCode } from "../../platform/index.ts";
import type { CommonOptions } from "../subcommand.ts";

/** The options of `writ run`. */
export interface RunOptions extends CommonOptions {
	readonly profile?: string;
	readonly agent?: string;
	readonly parent?: string;
	readonly mode?: string;
	readonly session?: string;
	readonly workspace?: string;
	readonly level?: string;
	readonly id?: string;
	readonly managed?: boolean;
	readonly env?: readonly string[];
	readonly runAs?: string;
	readonly breakHardlinks?: boolean;
	readonly hardlinks?: string;
	readonly keep?: boolean;
}

/** Where the program works: a person's directory (real), or `null` for a managed one. */
type RunPlace =
	| { readonly ok: true; readonly workspace: string | null }
	| { readonly ok: false; readonly problem: string /** The path leads through a link. */; readonly linked?: true };

/** What is wrong with the words themselves, or where the program works; nothing was created yet. */
export function runPlace(options: RunOptions, directory: string): RunPlace {
	const problem = wordProblem(options) ?? streamProblem();
	if (problem !== null) return { ok: false, problem };
	const { workspace, managed = false, session, mode } = options;
	if (workspace === undefined && (managed || session !== undefined || mode !== undefined)) return { ok: true, workspace: null };
	const path = resolve(directory, workspace ?? ".");
	if (Buffer.byteLength(path) > LONGEST_PATH)
		return { ok: false, problem: `The path of the workspace has more than ${LONGEST_PATH} bytes: name a directory higher up` };
	try {
		if (!statSync(path).isDirectory()) return { ok: false, problem: `The workspace ${path} is not a directory` };
		const real = realpathSync(path);
		// SECURITY: an agent that may write a directory above could lead the next run wherever it likes (`swap-race` of the escape suite).
		if (real !== path)
			return { ok: false, problem: `The workspace ${path} is reached through a link. Name the directory itself: ${real}`, linked: true };
		accessSync(real, constants.R_OK | constants.X_OK);
		return { ok: true, workspace: real };
	} catch (error) {
		return { ok: false, problem: `The workspace ${path} cannot be used (${errorCode(error)})` };
	}
}

/** Linux takes 4,096, with what lies below. */
const LONGEST_PATH = 4_000;

/** SECURITY: who holds a directory reaches everything below it, whatever is mounted. */
function streamProblem(): string | null {
	const found = ["input", "output", "error"].find((_, number) => fstatSync(number).isDirectory());
	return found === undefined ? null : `Standard ${found} is a directory: redirect it to a file or to /dev/null`;
}

function wordProblem({ id, session, mode, parent, workspace, managed, env = [], hardlinks, breakHardlinks }: RunOptions): string | null {
	if (id !== undefined && !parseAgentId(id).ok) return `'${id}' is not an agent id: 1 to 64 letters, digits, dots, dashes and underscores`;
	if (session !== undefined && !parseAgentId(session).ok)
		return `'${session}' is not a session id: 1 to 64 letters, digits, dots, dashes and underscores`;
	if (parent !== undefined && !parseAgentId(parent).ok) return `'${parent}' is not an agent id`;
	if (mode === "shared" && session === undefined) return "A shared sandbox needs --session";
	if (mode === "nested" && parent === undefined && !process.env.WRIT_KEY) return "A nested sandbox needs --parent";
	if (mode === "shared" && workspace !== undefined) return "A shared sandbox has the session's workspace: leave out --workspace";
	if (managed === true && workspace !== undefined) return "--workspace and --managed say different things: choose one";
	if (breakHardlinks === true && hardlinks !== undefined) return "--break-hardlinks and --hardlinks say different things: choose one";
	const bad = env.find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
	if (bad !== undefined) return `'${bad}' is not the name of a variable: --env takes a name, and passes its value on`;
	const own = env.find((name) => SANDBOX_VARIABLES.includes(name));
	return own === undefined
		? null
		: `${own} is set by the sandbox itself and cannot be passed on: set it in the command (env ${own}=… program)`;
}

/** What `--json` says last of a program that was not run. */
export function notRun(why: ServerReply): ServerReply {
	return { agent_id: null, level: null, sandbox: null, exit_code: null, usage: null, violations: [], ...why };
}
