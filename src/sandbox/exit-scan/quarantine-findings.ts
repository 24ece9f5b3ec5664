import { chmodSync, cpSync, lstatSync, mkdirSync, readlinkSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../../platform/index.ts";
import { type OpenDirectory, openDirectory } from "../storage/open-directory.ts";
import { onDisk, shownPath } from "../survey/byte-names.ts";
import type { Finding } from "./scan-workspace.ts";

/** A finding and what became of it; `gone` when somebody else took it away, `failed` when it should have been moved and is still there. */
export interface SettledFinding extends Finding {
	readonly outcome: "moved" | "removed" | "reported" | "gone" | "failed";
	/** Where it is now. */
	readonly movedTo: string | null;
}

/**
 * Moves what a scan found out of the workspace, to the same relative path below `quarantine` (made when needed, 0700).
 * What cannot live on another file system (sockets, devices) is removed instead.
 */
export function quarantineFindings(workspace: string, quarantine: string, findings: readonly Finding[]): readonly SettledFinding[] {
	return findings.map((finding) => {
		if (finding.action === "report") return { ...finding, outcome: "reported", movedTo: null };
		const destination = join(quarantine, finding.path);
		try {
			const outcome = move(workspace, finding, destination);
			return { ...finding, outcome, movedTo: outcome === "moved" ? shownPath(destination) : null };
		} catch (error) {
			return { ...finding, outcome: errorCode(error) === "ENOENT" ? "gone" : "failed", movedTo: null };
		}
	});
}

/**
 * SECURITY: another agent of a shared workspace can swap a directory for a link at any moment, so the move starts from a
 * descriptor of the directory, after a look at where that really is.
 */
function move(workspace: string, { path, kind }: Finding, destination: string): "moved" | "removed" {
	const folder = dirname(join(workspace, path));
	const held = openDirectory(onDisk(folder), false);
	try {
		const isThere = readlinkSync(held.path, { encoding: "buffer" }).equals(Buffer.from(onDisk(folder)));
		if (!isThere) throw new Error("the directory is not where it was");
		const source = join(held.path, path.slice(path.lastIndexOf("/") + 1));
		mkdirSync(onDisk(dirname(destination)), { recursive: true, mode: 0o700 });
		return unlocked(held, () => take(source, destination, kind));
	} finally {
		held.close();
	}
}

/** SECURITY: an agent may have closed its own directory, so that nothing can be taken out of it. */
function unlocked<Value>({ path }: OpenDirectory, work: () => Value): Value {
	try {
		return work();
	} catch (error) {
		if (errorCode(error) !== "EACCES") throw error;
		chmodSync(path, 0o700);
		return work();
	}
}

function take(source: string, destination: string, kind: Finding["kind"]): "moved" | "removed" {
	try {
		renameSync(onDisk(source), onDisk(destination));
		return "moved";
	} catch (error) {
		if (errorCode(error) !== "EXDEV") throw error;
	}
	const isCopied = kind !== "device" && kind !== "socket";
	if (isCopied)
		cpSync(source, shownPath(destination), { recursive: true, verbatimSymlinks: true, errorOnExist: true, force: false, filter: isPlain });
	rmSync(source, { recursive: true, force: true });
	return isCopied ? "moved" : "removed";
}

function isPlain(path: string): boolean {
	const stats = lstatSync(path);
	return stats.isFile() || stats.isDirectory() || stats.isSymbolicLink();
}
