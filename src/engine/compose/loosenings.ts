import { childPath } from "../match/index.ts";
import type { Profile, Targets, ToolPermission } from "../vocabulary/index.ts";

/** A statement that switches off what the definitions above switched on. */
export interface Loosening {
	readonly dimension: string;
	readonly says: string;
}

/**
 * What a part takes back by a value that means "none": for a child such a value is no request and it gains its parent's,
 * but a document that says so means it.
 */
export function loosenings(base: Profile, part: Profile): readonly Loosening[] {
	return [
		...blockedLoosenings(part),
		...declarationLoosenings(base, part),
		...messagingLoosenings(base, part),
		...permissionLoosenings(base, part),
	];
}

/** Whether everybody in one restriction is in the other; `null` is no restriction. */
export function targetsWithin(base: Targets, part: Targets): boolean {
	if (base === null) return true;
	if (part === null) return false;
	if (typeof part === "string") return part === base || base === "family";
	return part.every((id) => typeof base !== "string" && base.includes(id));
}

function blockedLoosenings({ filesystem }: Profile): readonly Loosening[] {
	if (filesystem?.blocked_paths?.length !== 0) return [];
	return [{ dimension: "filesystem.blocked_paths", says: "[] would clear the blocked paths" }];
}

/** SECURITY: who declares a tool decides which of its arguments are checked, and `null` allows what is declared. */
function declarationLoosenings(base: Profile, part: Profile): readonly Loosening[] {
	return Object.entries(part.tools?.declare ?? {}).flatMap(([tool, declaration]) => {
		const held = ownEntry(base.tools?.declare, tool);
		if (held && JSON.stringify(held) === JSON.stringify(declaration)) return [];
		return [{ dimension: childPath("tools.declare", tool), says: "declaring a tool decides what of it is checked" }];
	});
}

function messagingLoosenings(base: Profile, part: Profile): readonly Loosening[] {
	return (["allowed_targets", "accept_from"] as const).flatMap((key) => {
		const asked = part.messaging?.[key];
		if (asked === undefined || targetsWithin(base.messaging?.[key] ?? null, asked)) return [];
		return [{ dimension: `messaging.${key}`, says: `${JSON.stringify(asked)} reaches beyond ${JSON.stringify(base.messaging?.[key])}` }];
	});
}

function permissionLoosenings(base: Profile, part: Profile): readonly Loosening[] {
	return Object.entries(part.tools?.permissions ?? {}).flatMap(([tool, asked]) => {
		const held: ToolPermission = ownEntry(base.tools?.permissions, tool) ?? {};
		const dimension = childPath("tools.permissions", tool);
		const found: Loosening[] = [];
		if (held.requires_confirmation && asked.requires_confirmation !== undefined && !asked.requires_confirmation) {
			found.push({ dimension: `${dimension}.requires_confirmation`, says: "the confirmation would be switched off" });
		}
		if (typeof held.timeout === "number" && asked.timeout === null) {
			found.push({ dimension: `${dimension}.timeout`, says: `the timeout of ${held.timeout} seconds would be taken away` });
		}
		if (held.allowed_paths && asked.allowed_paths === null) {
			found.push({ dimension: `${dimension}.allowed_paths`, says: "the restriction to paths would be taken away" });
		}
		if (asked.allowed_targets !== undefined && !targetsWithin(held.allowed_targets ?? null, asked.allowed_targets)) {
			found.push({
				dimension: `${dimension}.allowed_targets`,
				says: `${JSON.stringify(asked.allowed_targets)} reaches beyond ${JSON.stringify(held.allowed_targets)}`,
			});
		}
		return found;
	});
}

function ownEntry<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
	return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
