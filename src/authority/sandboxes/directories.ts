import type { Composition, ParentShare, Profile, SandboxMode, Source, Terms } from "../../engine/index.ts";
import { findSession, insertSession, type SandboxRecord } from "../../state/agents/index.ts";
import type { Transaction } from "../../store/index.ts";
import type { Context } from "../context.ts";

/** What a caller says of the sandbox it wants. */
export interface SandboxWish {
	readonly mode?: SandboxMode;
	readonly session_id?: string;
	readonly parent_agent_id?: string;
	readonly parent_share?: ParentShare;
	readonly session_share?: boolean;
	/** A person's directory (real) in place of the managed workspace; only `prepareRun` takes it from anybody. */
	readonly workspace?: string;
}

/** The directory that all agents of a session share; the first that needs it makes it. */
export async function sessionDirectory(
	context: Context,
	transaction: Transaction,
	session: { readonly id: string; readonly owner: string },
	made: string[],
): Promise<string> {
	const known = await findSession(transaction, session.id);
	if (known !== null) return known.path;
	const directory = context.storage.createSession({ session: session.id });
	made.push(directory);
	await insertSession(transaction, { ...session, path: directory }, context.clock.now());
	return directory;
}

/** What is kept of a sandbox: what was asked for, and the agent's own directory, which in mode `shared` is not its path. */
export function withOwnDirectory(wish: SandboxWish | undefined, directory: string): Readonly<Record<string, unknown>> {
	return { ...wish, directory };
}

/** The agent's own directory, as a list of none or one. */
export function ownDirectory({ config }: SandboxRecord): readonly string[] {
	if (typeof config !== "object" || config === null || !("directory" in config)) return [];
	return typeof config.directory === "string" ? [config.directory] : [];
}

/** What was asked for. */
export function sandboxWish({ config }: SandboxRecord): Readonly<Record<string, unknown>> {
	if (typeof config !== "object" || config === null) return {};
	return Object.fromEntries(Object.entries(config).filter(([key]) => key !== "directory"));
}

/** No id holds it, so that what comes after it is not part of a name. */
const MARK = "~";

/** The name under which a session is known to its agents and people. */
export function sessionName<Session extends string | null>(session: Session): Session | string {
	return session === null ? session : (session.split(MARK, 1)[0] ?? session);
}

/** The id of a session whose name another owner's session has. */
export function ownName(name: string, mark: string): string {
	return `${name}${MARK}${mark}`;
}

/**
 * The composition with what the caller says of the sandbox, as if the profile had said it.
 * SECURITY: so it is sealed and bounded like everything else that a wish says.
 */
export function withSandbox(composition: Composition, wish: SandboxWish | undefined): Composition {
	if (wish === undefined) return composition;
	const { mode, parent_share, session_share } = wish;
	const stated: NonNullable<Profile["sandbox"]> = {
		...(mode === undefined ? {} : { mode }),
		...(parent_share === undefined ? {} : { parent_share }),
		...(session_share === undefined ? {} : { session_share }),
	};
	const origins = Object.fromEntries(Object.keys(stated).map((key) => [`sandbox.${key}`, { "": INLINE }]));
	return {
		...composition,
		profile: { ...composition.profile, sandbox: { ...composition.profile.sandbox, ...stated } },
		origins: { ...composition.origins, ...origins },
	};
}

/** What was asked for, as far as the writ grants it. */
export function grantedSandbox(wish: SandboxWish | undefined, { mode, parent_share, session_share }: Terms["sandbox"]): SandboxWish {
	return {
		...wish,
		...(wish?.mode === undefined ? {} : { mode }),
		...(wish?.parent_share === undefined ? {} : { parent_share }),
		...(wish?.session_share === undefined ? {} : { session_share }),
	};
}

const INLINE: Source = { layer: "inline" };
