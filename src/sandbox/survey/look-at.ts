import { lstatSync, readlinkSync } from "node:fs";
import { realPath } from "../../platform/index.ts";
import type { DiskEntry } from "../plan/plan-facts.ts";

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

/** As many links as the kernel follows for one path. */
const MOST_LINKS = 40;

/** The links that a path leads through, each at its real place; what comes after a missing component leads through none. */
function linksOnWay(path: string): readonly string[] {
	const links: string[] = [];
	const pending = components(path);
	let reached = "";
	for (let component = pending.pop(); component !== undefined; component = pending.pop()) {
		if (component === "..") {
			reached = reached.slice(0, Math.max(0, reached.lastIndexOf("/")));
			continue;
		}
		const folder = reached;
		reached = `${folder}/${component}`;
		if (lstatSync(reached, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
		links.push(reached);
		if (links.length > MOST_LINKS) return links;
		const target = readlinkSync(reached);
		reached = target.startsWith("/") ? "" : folder;
		pending.push(...components(target));
	}
	return links;
}

/** The last first. */
function components(path: string): string[] {
	return path
		.split("/")
		.filter((component) => component !== "" && component !== ".")
		.reverse();
}
