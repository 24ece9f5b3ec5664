import { assertNever, canonicalJson } from "../../engine/index.ts";
import { WritError } from "../../platform/index.ts";
import { type Connection, firstRow, numberOf, type Row, type Transaction, textOf } from "../../store/index.ts";
import { SETTINGS, type SettingEntry, type SettingName, type Settings, type SettingType, type SettingValue } from "./settings-table.ts";

/** One setting as it is now. */
export interface Setting extends SettingEntry {
	readonly name: SettingName;
	readonly value: SettingValue;
	/** 0 while the default holds. */
	readonly version: number;
}

/** The setting after the change, or why it stays as it is. */
type SettingOutcome = { readonly ok: true; readonly setting: Setting } | ({ readonly ok: false } & SettingRefusal);

interface SettingRefusal {
	readonly code: "unknown-setting" | "invalid-setting";
	readonly message: string;
}

/** What a setting holds now. */
export async function getSetting<Name extends SettingName>(connection: Connection, name: Name): Promise<Settings[Name]> {
	const row = await findSettingRow(connection, name);
	// Checked against the table on its way in and again here.
	return readSetting(name, row).value as Settings[Name];
}

/** Changes a setting; `name` and `value` may come from outside. */
export async function setSetting(transaction: Transaction, name: string, value: unknown): Promise<SettingOutcome> {
	const refusal = checkSetting(name, value);
	if (refusal !== null || !isSettingName(name)) return { ok: false, ...(refusal ?? unknown(name)) };
	await saveSettingRow(transaction, name, canonicalJson(value));
	transaction.touch("setting", name);
	return { ok: true, setting: readSetting(name, await findSettingRow(transaction, name)) };
}

/** Why a setting cannot hold a value; `null` when it can. */
export function checkSetting(name: string, value: unknown): SettingRefusal | null {
	if (!isSettingName(name)) return unknown(name);
	const wrong = problemOf(SETTINGS[name].type, value);
	return wrong === null ? null : { code: "invalid-setting", message: `${name} must be ${wrong}` };
}

/** All settings, in the order of their names. */
export async function listSettings(connection: Connection): Promise<readonly Setting[]> {
	const rows = new Map((await settingRows(connection)).map((row) => [textOf(row, "name"), row]));
	return Object.keys(SETTINGS)
		.filter(isSettingName)
		.toSorted()
		.map((name) => readSetting(name, rows.get(name) ?? null));
}

/** Whether there is a setting of this name. */
function isSettingName(name: string): name is SettingName {
	return Object.hasOwn(SETTINGS, name);
}

function unknown(name: string): SettingRefusal {
	return { code: "unknown-setting", message: `Unknown setting: ${name}` };
}

function readSetting(name: SettingName, row: Row | null): Setting {
	const entry = SETTINGS[name];
	if (row === null) return { name, ...entry, value: entry.default, version: 0 };
	const value: unknown = JSON.parse(textOf(row, "value"));
	const wrong = problemOf(entry.type, value);
	if (wrong !== null) throw new WritError("store-corrupt", `The store holds a value for ${name} that is not ${wrong}`);
	return { name, ...entry, value: value as SettingValue, version: numberOf(row, "version") };
}

/** What a value should have been; `null` when it is that. */
function problemOf(type: SettingType, value: unknown): string | null {
	switch (type.kind) {
		case "choice":
			return type.choices.some((choice) => choice === value) ? null : `one of ${type.choices.join(", ")}`;
		case "number":
			return isWithin(type, value) ? null : `a whole number from ${type.least} to ${type.most}`;
		case "limit":
			return value === null || isWithin(type, value) ? null : `a whole number from ${type.least} to ${type.most}, or null for no limit`;
		case "folder":
			// SECURITY: the name becomes part of a path below the workspace (settings.test.ts).
			return typeof value === "string" && /^\.?[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value) && !TAKEN.has(value.toLowerCase())
				? null
				: "the name of one folder: letters, digits, _ and -, with or without a dot before them";
		case "hosts":
			return Array.isArray(value) && value.length <= 100 && value.every((host) => typeof host === "string" && HOST.test(host))
				? null
				: "a list of host names, each with or without :port";
		default:
			return assertNever(type);
	}
}

const TAKEN = new Set([".git", ".claude", ".vscode", ".idea"]);
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?(?::[0-9]{1,5})?$/;

function isWithin({ least, most }: { readonly least: number; readonly most: number }, value: unknown): boolean {
	return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function findSettingRow(connection: Connection, name: string): Promise<Row | null> {
	return firstRow(connection, "SELECT name, value, version FROM settings WHERE name = ?", [name]);
}

function settingRows(connection: Connection): Promise<readonly Row[]> {
	return connection.all("SELECT name, value, version FROM settings ORDER BY name");
}

async function saveSettingRow(transaction: Transaction, name: string, value: string): Promise<void> {
	await transaction.run(
		"INSERT INTO settings (name, value, version) VALUES (?, ?, 1) ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = settings.version + 1",
		[name, value],
	);
}
