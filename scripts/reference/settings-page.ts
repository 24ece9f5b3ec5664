import { SETTINGS, type SettingType } from "../../src/state/settings/index.ts";
import { code, page, table } from "./markdown.ts";

/** Every setting of the server. */
export function settingsPage(): string {
	return page(
		"Settings",
		"Settings of the server are kept in its database: `writ setting list`, `writ setting set NAME VALUE`. An unknown name is an error.",
		table(
			["setting", "value", "default", "what it does"],
			Object.entries(SETTINGS).map(([name, entry]) => [
				code(name),
				rangeOf(entry.type),
				code(JSON.stringify(entry.default)),
				entry.description,
			]),
		),
	);
}

function rangeOf(type: SettingType): string {
	switch (type.kind) {
		case "choice":
			return type.choices.join(", ");
		case "number":
			return `${type.least} to ${type.most}`;
		case "limit":
			return `${type.least} to ${type.most}, or null`;
		default:
			return type.kind;
	}
}
