import type { Authority } from "../../authority/index.ts";
import { denied } from "./deny.ts";
import { fail, type ToolResult, type ToolSource } from "./tool-row.ts";

/** The tools of the servers that are mounted behind this one; the authority decides, calls and keeps them apart. */
export function mountedTools(authority: Authority): ToolSource {
	return {
		list: (caller) => authority.mountedTools(caller),
		async call(caller, name, input, { gone, progress, wantsProgress }): Promise<ToolResult | null> {
			const call = { gone, ...(wantsProgress ? { progress } : {}) };
			const use = await authority.callMounted(caller, name, input, call).catch((error: unknown) => {
				authority.log(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
				return { kind: "refused" as const, code: "internal", message: "Something went wrong on the server" };
			});
			switch (use?.kind) {
				case undefined:
					return null;
				case "answered":
					return use.result;
				case "denied":
					return denied({ name, served: { words: "own" } }, caller, undefined, use.used);
				case "refused":
					return fail(use.code, use.message, { retryable: RETRYABLE.has(use.code) });
			}
		},
	};
}

const RETRYABLE = new Set(["busy", "server-unavailable", "deadline"]);
