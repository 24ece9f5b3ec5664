import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { LN_OPTIONS } from "../programs/copying.ts";
import { access, undecided } from "./findings.ts";
import { has, readArguments, valuesOf } from "./read-arguments.ts";

/**
 * Reads the words of ln. Both ends count as written: through the new name the old file can be changed. The target of a
 * symbolic link is taken from the directory of the link, as the kernel will take it.
 */
export const ln: Analyser = (words) => {
	const read = readArguments(words, LN_OPTIONS);
	const directory = valuesOf(read, "-t").at(-1);
	const operands = read.operands.filter((operand) => operand !== null);
	if (read.uncertain || directory === null || operands.length < read.operands.length) {
		return [undecided("", "what is linked is only known when the shell runs")];
	}
	if (operands.length === 0) return [];
	const single = operands.length === 1 && directory === undefined;
	const link = directory ?? (single ? "." : (operands.at(-1) ?? "."));
	const targets = directory === undefined && !single ? operands.slice(0, -1) : operands;
	const written = single ? (operands[0] ?? "").replace(/\/+$/, "").replace(/^.*\//, "") : link;
	const relative = has(read, "-s") && !has(read, "-r");
	const suffix = valuesOf(read, "-S").at(-1);
	if (suffix === null) return [undecided("", "the name of the backup is only known when the shell runs")];
	return [
		access("write", written),
		...(suffix === undefined && !has(read, "-b") ? [] : backups(written, targets, suffix ?? "~")),
		...targets.flatMap((target) => {
			if (!relative || target.startsWith("/")) return [access("write", target)];
			// The link may be a directory that exists, and then the link stands inside of it.
			const inside = access("write", `${link}/${target}`);
			return single || directory !== undefined ? [inside] : [inside, access("write", `${parentOf(link)}/${target}`)];
		}),
	];
};

/** What stood in the place of a link is kept; the link may be a directory that exists, and then it stands inside. */
function backups(link: string, targets: readonly string[], suffix: string): readonly AnalyserFinding[] {
	const inside = targets.map((target) => access("write", `${link}/${target.replace(/\/+$/, "").replace(/^.*\//, "")}${suffix}`));
	return [access("write", `${link}${suffix}`), ...inside];
}

function parentOf(path: string): string {
	const trimmed = path.replace(/\/+$/, "");
	const slash = trimmed.lastIndexOf("/");
	return slash < 0 ? "." : trimmed.slice(0, slash) || "/";
}
