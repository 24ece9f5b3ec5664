import type { ArgumentUse } from "../../vocabulary/index.ts";

/** The uses that a call must fill: one spelling of each argument. */
export function usesOf(uses: readonly (string | ArgumentUse)[] | undefined): readonly ArgumentUse[] {
	const full = (uses ?? []).map((use) => (typeof use === "string" ? { argument: use } : use));
	return full.filter((use) => use.insteadOf === undefined && use.within === undefined);
}

/** An input with a value in an argument, in the shape that the tool declares. */
export function inputWith(input: Readonly<Record<string, unknown>>, use: ArgumentUse, value: string): Readonly<Record<string, unknown>> {
	return { ...input, [use.argument]: shaped(use, value) };
}

function shaped({ shape = "text", field = "" }: ArgumentUse, value: string): unknown {
	switch (shape) {
		case "list":
			return [value];
		case "objects":
			return [{ [field]: value }];
		case "object":
			return { [field]: value };
		case "argv":
			return value.split(" ");
		case "patch":
			return `*** Begin Patch\n*** Update File: ${value}\n*** End Patch`;
		default:
			return value;
	}
}
