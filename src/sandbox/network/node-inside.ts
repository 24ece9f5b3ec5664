import type { Mount } from "../plan/sandbox-plan.ts";

/** How the Node that runs us is reached inside: it is there already below /usr, else this one file is bound. */
export function nodeInside(execPath: string): { readonly node: string; readonly mounts: readonly Mount[] } {
	if (execPath.startsWith("/usr/") && !execPath.includes("/../")) return { node: execPath, mounts: [] };
	return { node: TARGET, mounts: [{ kind: "bind", source: execPath, target: TARGET, writable: false, file: true }] };
}

const TARGET = "/run/writ/node";
