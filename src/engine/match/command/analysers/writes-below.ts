import type { AnalyserFinding } from "../analyser.ts";
import { access, undecided } from "./findings.ts";

/**
 * What unpacking into a directory does: any name below it may be written. Where protected files may lie (the working
 * directory itself, one above it, a hidden one) that is asked.
 */
export function writesBelow(directory: string): readonly AnalyserFinding[] {
	const written = access("write", directory.endsWith("/") ? `${directory}*` : `${directory}/*`);
	const parts = directory.split("/").filter((part) => part !== "" && part !== ".");
	const certain = !directory.startsWith("/") && parts.length > 0 && !parts.some((part) => part.startsWith(".") || part.startsWith("~"));
	return certain ? [written] : [written, undecided("", "what is unpacked there may replace files that are protected")];
}
