import type { Analyser } from "../analyser.ts";
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
	return [
		access("write", written),
		...targets.flatMap((target) => {
			if (!relative || target.startsWith("/")) return [access("write", target)];
			// The link may be a directory that exists, and then the link stands inside of it.
			const inside = access("write", `${link}/${target}`);
			return single || directory !== undefined ? [inside] : [inside, access("write", `${parentOf(link)}/${target}`)];
		}),
	];
};

function parentOf(path: string): string {
	const trimmed = path.replace(/\/+$/, "");
	const slash = trimmed.lastIndexOf("/");
	return slash < 0 ? "." : trimmed.slice(0, slash) || "/";
}
