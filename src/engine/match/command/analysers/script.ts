import type { Analyser } from "../analyser.ts";
import { hazard } from "./findings.ts";

/** Reads the words of script: without `-c` it starts a shell, and it writes `typescript` unless another file is named. */
export const script: Analyser = (words) => {
	const command = words.findIndex((word) => word !== null && (/^-[a-zA-Z]*c/.test(word) || word.startsWith("--c")));
	if (command < 0) return [hazard("runs", "", "starts a shell, which runs whatever arrives on its input")];
	const files = words.filter((word, at) => at !== command + 1 && word !== null && !word.startsWith("-"));
	return files.length === 0 ? [{ kind: "write", path: "typescript" }] : [];
};
