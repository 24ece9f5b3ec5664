import type { EscapeReport } from "./report-escapes.ts";
import type { EscapeOptions } from "./run-escapes.ts";

/** Makes every attempt to break out (`runEscapes`); they are read only when somebody asks for them. */
export async function tryEscapes(options: EscapeOptions): Promise<EscapeReport | null> {
	const { runEscapes } = await import("./run-escapes.ts");
	return runEscapes(options);
}
