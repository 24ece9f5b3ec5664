import { lstatSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { errorCode } from "../../platform/index.ts";
import type { DiskEntry, PlanFacts } from "../plan/plan-facts.ts";
import { lookAt } from "../survey/look-at.ts";
import { stubHolders } from "./stub-holders.ts";

/**
 * What is at a path, where the stub of a run counts as nothing: planned as a directory of a person it would be covered and not counted,
 * and the run that made it would take the cover along when it leaves.
 */
export function lookPastStubs(home: string): (path: string) => DiskEntry {
	const stubs = new Set<string>();
	const look = (path: string): DiskEntry => {
		const seen = lookAt(path);
		const identity = emptyAt(path);
		// A stub that was removed in between is nothing either.
		if (identity === GONE && seen.kind !== "missing" && !seen.viaLink) return look(path);
		if (seen.viaLink || identity === null || identity === GONE) return seen;
		if (!stubs.has(path)) for (const holder of stubHolders(home)) for (const stub of holder.stubs) stubs.add(stub.path);
		if (stubs.has(path)) return { kind: "missing", viaLink: false };
		// INVARIANT: a stub is registered for as long as it is there; so what was there before and after the question is not a stub.
		return emptyAt(path) === identity ? seen : look(path);
	};
	return look;
}

/** What decides which names are protected at the root of a workspace: whether it is somebody's home, and whether it is empty. */
export function workspaceFacts(home: string): Pick<PlanFacts, "homes" | "isEmpty"> {
	const look = lookPastStubs(home);
	return {
		homes: homeDirectories(),
		isEmpty: (path) => namesIn(path)?.every((name) => look(`${path}/${name}`).kind === "missing") ?? false,
	};
}

/** Homes that the system knows, at their real places. */
function homeDirectories(): readonly string[] {
	const known = textOf("/etc/passwd")
		.split("\n")
		.flatMap((line) => line.split(":")[5] ?? []);
	return [...new Set([homedir(), ...known].flatMap((path) => (path.startsWith("/") ? realOf(path) : [])))];
}

function realOf(path: string): readonly string[] {
	try {
		return [realpathSync(path)];
	} catch {
		return [];
	}
}

function textOf(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}

function namesIn(path: string): readonly string[] | null {
	try {
		return readdirSync(path);
	} catch {
		return null;
	}
}

const GONE = "gone";

/** What is empty and could be a stub, by its identity; `null` when something else is there. */
function emptyAt(path: string): string | null {
	try {
		const stats = lstatSync(path);
		const isEmpty = stats.isDirectory() ? readdirSync(path).length === 0 : (stats.isFile() || stats.isSocket()) && stats.size === 0;
		return isEmpty ? `${stats.dev}:${stats.ino}` : null;
	} catch (error) {
		return ["ENOENT", "ENOTDIR"].includes(errorCode(error)) ? GONE : null;
	}
}
