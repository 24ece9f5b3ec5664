import type { AgentId, Places, Terms, Writ, WritDigest } from "../vocabulary/index.ts";
import { diffWrits } from "./diff-writs.ts";
import type { WritDiff } from "./writ-diff.ts";

/** The agent that two sets of terms are compared for, when nobody in particular holds them. */
const NOBODY: Omit<Writ, "terms"> = Object.freeze({
	agent: "agent" as AgentId,
	parent: null,
	children: Object.freeze([]),
	profile: "",
	digest: "" as WritDigest,
	places: Object.freeze<Places>({ written: { workspace: "/workspace" }, real: { workspace: "/workspace" }, relocated: {}, home: null }),
	origins: Object.freeze({}),
});

/** What terms `b` newly allow and forbid compared with `a`, for one and the same agent. */
export function diffTerms(a: Terms, b: Terms, holder: Omit<Writ, "terms"> = NOBODY): WritDiff {
	return diffWrits({ ...holder, terms: a }, { ...holder, terms: b });
}
