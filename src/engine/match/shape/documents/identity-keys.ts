import type { ObjectShape } from "../shape.ts";
import { oneOrMore, text, texts } from "./part-shapes.ts";

/** The keys that say what a document is and what it builds on. */
export const identityKeys: ObjectShape["keys"] = {
	name: text("A label; a definition is known by its file."),
	type: { kind: "choice", of: ["permission_profile", "permission_fragment"], description: "What the document is." },
	version: text("Version of the document."),
	description: text("What it is for.", 100_000),
	author: text("Who wrote it."),
	extends: oneOrMore("Profiles that this one builds on, applied from left to right."),
	include: texts("Fragments that are worked in, e.g. tools/read_only."),
};
