import { listSettings, type Setting, setSetting } from "../state/settings/index.ts";
import { type Caller, hasRole } from "./caller.ts";
import type { Context } from "./context.ts";
import { ENDED } from "./records/events.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { changing, note } from "./work.ts";

/** All settings with their values. */
export function settings(context: Context): Promise<readonly Setting[]> {
	return context.store.look((connection) => listSettings(connection));
}

/** Counts the changes of all settings together. */
export function versionOfAll(all: readonly Setting[]): number {
	return all.reduce((sum, { version }) => sum + version, 0);
}

/** Changes one setting. */
export async function changeSetting(context: Context, caller: Caller, name: string, value: unknown): Promise<Outcome<Setting>> {
	const changed = await changeSettings(context, caller, { [name]: value });
	const [setting] = changed.ok ? changed.value : [];
	if (!changed.ok) return changed;
	return setting === undefined ? refuse("unknown-setting", `Unknown setting: ${name}`) : done(setting);
}

/** Changes settings, all or none. */
export async function changeSettings(
	context: Context,
	caller: Caller,
	values: Readonly<Record<string, unknown>>,
	expectedVersion?: number,
): Promise<Outcome<readonly Setting[]>> {
	const outcome = await changing<readonly Setting[]>(context, caller, async (transaction) => {
		if (!hasRole(caller, "admin")) return refuse("person-required", "Only an administrator may do this");
		if (expectedVersion !== undefined && expectedVersion !== versionOfAll(await listSettings(transaction)))
			return refuse("stale", "A setting was changed by someone else", { retryable: true });
		const settings: Setting[] = [];
		for (const [name, value] of Object.entries(values)) {
			const changed = await setSetting(transaction, name, value);
			if (!changed.ok) return refuse(changed.code, changed.message);
			note(context, transaction, caller, { kind: "setting", agent: null, request: { action: "changed", setting: name, value } });
			settings.push(changed.setting);
		}
		return done(settings);
	});
	// Connections without a key may count as nobody now.
	if (outcome.ok && Object.hasOwn(values, "socket.peer")) context.signals.raise(ENDED);
	return outcome;
}
