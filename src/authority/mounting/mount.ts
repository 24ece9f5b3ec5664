import type { ConfinementLevel } from "../../engine/index.ts";
import type { SeenTool, ShownTool } from "../../mounts/index.ts";
import { type Connection, findMountRow, type MountRow, mountRows, saveMountRow, type Transaction } from "../../store/index.ts";

/** What a person said of a server; of secrets only the names. */
export interface MountDefinition {
	readonly transport: "stdio" | "http";
	readonly command?: string;
	readonly args?: readonly string[];
	readonly env?: readonly string[];
	readonly url?: string;
	readonly headers?: readonly string[];
	/** The address goes on after its path, with what is kept as a secret. */
	readonly query?: true;
	/** A name, or the permissions themselves. */
	readonly profile?: unknown;
	readonly level?: ConfinementLevel;
}

/** SECURITY: handed to the server itself, and never shown, recorded or logged. */
export interface MountSecrets {
	readonly env: Readonly<Record<string, string>>;
	readonly headers: Readonly<Record<string, string>>;
	/** The part of an address after its path. */
	readonly query: string;
}

/** A tool that was accepted as it was at that moment, and as it is now. */
export interface MountedTool {
	readonly name: string;
	readonly pinned: { readonly digest: string; readonly shown: ShownTool } | null;
	/** `null` = the server does not have it now. */
	readonly seen: Omit<SeenTool, "name"> | null;
}

/** A mounted server. */
export interface Mount {
	readonly id: string;
	readonly uid: string;
	readonly definition: MountDefinition;
	readonly secrets: MountSecrets;
	readonly tools: readonly MountedTool[];
	readonly createdAt: number;
	readonly createdBy: string;
	readonly defined: number;
	readonly version: number;
}

/** INVARIANT: only what is now exactly what a person accepted is listed and called. */
export function isActive({ pinned, seen }: MountedTool): boolean {
	return pinned !== null && seen !== null && seen.problem === null && pinned.digest === seen.digest;
}

export async function allMounts(connection: Connection): Promise<readonly Mount[]> {
	return (await mountRows(connection)).map(read);
}

/** The server of an id, or of one that is the same but for case. */
export async function findMount(connection: Connection, id: string): Promise<Mount | null> {
	const row = await findMountRow(connection, id);
	return row === null ? null : read(row);
}

/** Writes a server, and has everybody who keeps it look again. */
export async function saveMount(transaction: Transaction, mount: Mount): Promise<void> {
	const { definition, secrets, tools, ...rest } = mount;
	await saveMountRow(transaction, {
		...rest,
		definition: JSON.stringify(definition),
		secrets: JSON.stringify(secrets),
		tools: JSON.stringify(tools),
	});
	transaction.touch(MOUNT, mount.id);
}

/** What is said to be out of date when a server was changed. */
export const MOUNT = "mount";

function read({ definition, secrets, tools, ...row }: MountRow): Mount {
	// Written by `saveMount` and by nobody else.
	return { ...row, definition: JSON.parse(definition), secrets: JSON.parse(secrets), tools: JSON.parse(tools) };
}
