import { REASON_CODES } from "../../src/engine/index.ts";
import { code, page, table } from "./markdown.ts";

/** Every reason code with its meaning, an example and what to do. */
export function reasonCodesPage(): string {
	const rows = Object.entries(REASON_CODES).map(([name, { meaning, example, remedy }]) => [code(name), meaning, example, remedy]);
	return page(
		"Reason codes",
		"Every decision has at least one reason, and every reason has one of these codes. They are stable: programs may rely on them.",
		table(["code", "meaning", "example", "what to do"], rows),
	);
}
