import { CONFINEMENT_LEVELS } from "../../engine/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { allMounts, findMount, type Mount, type MountedTool, saveMount } from "./mount.ts";
import { checkMountId, readMountWish } from "./read-mount-wish.ts";

/** A mounted server in a snapshot. SECURITY: of variables and headers only the names are in it. */
export type CopiedMount = Omit<Mount, "secrets">;

export async function exportMounts(connection: Connection): Promise<readonly CopiedMount[]> {
	return (await allMounts(connection)).map(({ secrets: _, ...mount }) => mount);
}

/** Puts servers back; those that had secrets must be told them again before they are started. */
export async function importMounts(transaction: Transaction, copied: unknown): Promise<Outcome<number>> {
	if (copied === undefined) return done(0);
	const read = Array.isArray(copied) ? copied.map(readCopy) : [null];
	for (const mount of read) {
		if (mount === null) return refuse("invalid-snapshot", "The snapshot is not whole: a mounted server is not one");
		if ((await findMount(transaction, mount.id)) !== null) return refuse("store-not-empty", `There is a server '${mount.id}' already`);
		await saveMount(transaction, { ...mount, secrets: { env: {}, headers: {}, query: "" } });
	}
	return done(read.length);
}

function readCopy(copied: unknown): CopiedMount | null {
	if (!isObject(copied) || !isObject(copied.definition) || !Array.isArray(copied.tools)) return null;
	const { id, uid, createdAt, createdBy, defined, version, definition, tools } = copied;
	if (typeof id !== "string" || !checkMountId(id).ok || typeof uid !== "string" || !/^mcp_[0-9a-f]{32}$/.test(uid)) return null;
	if (typeof createdBy !== "string" || ![createdAt, defined, version].every(Number.isSafeInteger) || !tools.every(isTool)) return null;
	const { transport, command, args, env, url, headers, profile, level, query } = definition;
	const names = [env ?? [], headers ?? [], args ?? []];
	if ((transport !== "stdio" && transport !== "http") || !names.every(isTexts)) return null;
	const isStdio = transport === "stdio";
	const values = (given: unknown): Record<string, string> => Object.fromEntries((isTexts(given) ? given : []).map((name) => [name, "x"]));
	const wish = readMountWish({
		transport,
		...(typeof command === "string" ? { command } : {}),
		...(isStdio && isTexts(args) ? { args } : {}),
		...(isStdio ? { env: values(env), profile } : { headers: values(headers) }),
		...(typeof url === "string" ? { url } : {}),
		...(CONFINEMENT_LEVELS.some((one) => one === level) ? { level: String(level) } : {}),
	});
	if (!wish.ok) return null;
	const numbers = { createdAt: Number(createdAt), defined: Number(defined), version: Number(version) };
	return { id, uid, createdBy, ...numbers, definition: { ...wish.value.definition, ...(query === true ? { query } : {}) }, tools };
}

function isTool(tool: unknown): tool is MountedTool {
	if (!isObject(tool) || typeof tool.name !== "string") return false;
	return [tool.pinned, tool.seen].every((one) => one === null || (isObject(one) && typeof one.digest === "string" && isShown(one.shown)));
}

function isShown(shown: unknown): boolean {
	return isObject(shown) && typeof shown.description === "string" && isObject(shown.inputSchema) && shown.inputSchema.type === "object";
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
