import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../platform/index.ts";

/** What a person says of this machine, in `config.yaml` of the home. */
export interface RunSettings {
	/** Programs may be started where nothing can confine them. */
	readonly allowUnsandboxed?: boolean;
	/** As whom root runs programs. */
	readonly run_as?: string;
}

export type ReadSettings = { readonly ok: true; readonly settings: RunSettings } | { readonly ok: false; readonly problem: string };

const KINDS: Readonly<Record<keyof RunSettings, string>> = { allowUnsandboxed: "boolean", run_as: "string" };

/** Reads the settings of a home; a key that is not known is a mistake, never ignored. */
export async function readSettings(home: string): Promise<ReadSettings> {
	const file = join(home, "config.yaml");
	let bytes: Uint8Array;
	try {
		bytes = readFileSync(file);
	} catch (error) {
		if (errorCode(error) === "ENOENT") return { ok: true, settings: {} };
		return { ok: false, problem: `${file} cannot be read (${errorCode(error)})` };
	}
	// Only who has written settings waits for the reader.
	const { readYaml } = await import("../../definitions/index.ts");
	const { document, faults } = readYaml(bytes);
	const [fault] = faults;
	if (fault !== undefined) return { ok: false, problem: `${file}: ${fault.message}` };
	const value: unknown = document?.value;
	if (typeof value !== "object" || value === null || Array.isArray(value))
		return { ok: false, problem: `${file}: settings are keys with values` };
	for (const [key, stated] of Object.entries(value)) {
		const kind = Object.hasOwn(KINDS, key) ? KINDS[key as keyof RunSettings] : undefined;
		if (kind === undefined) return { ok: false, problem: `${file}: unknown setting '${key}'; there are ${Object.keys(KINDS).join(", ")}` };
		if (typeof stated !== kind) return { ok: false, problem: `${file}: '${key}' is a ${kind === "boolean" ? "yes or no" : "text"}` };
	}
	return { ok: true, settings: value };
}
