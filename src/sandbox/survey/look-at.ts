import { lstatSync } from "node:fs";
import { realPath } from "../../platform/index.ts";
import type { DiskEntry } from "../plan/index.ts";
import { linksOnWay } from "./links-on-way.ts";

/** What is at a path on this disk now; what cannot be looked up counts as a link, so that nothing is mounted there. */
export function lookAt(path: string): DiskEntry {
	const found = realPath(path, "/");
	if (!found.ok) return { kind: "other", viaLink: true };
	const via = found.viaLink ? { viaLink: true, via: { real: found.real, links: linksOnWay(path) } } : { viaLink: false };
	if (!found.exists) return { kind: "missing", ...via };
	if (found.directory) return { kind: "directory", ...via };
	const isFile = lstatSync(found.real, { throwIfNoEntry: false })?.isFile() ?? false;
	return { kind: isFile ? "file" : "other", ...via };
}
