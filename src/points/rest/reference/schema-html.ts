import { escapeHtml } from "./escape-html.ts";
import type { Schema } from "./open-api-document.ts";

/** A schema as a list of its members, each with its type and what is known of it. */
export function schemaHtml(schema: Schema, depth = 0): string {
	const inner = withoutNull(schema);
	const { properties = {}, required = [], items } = inner;
	const names = Object.keys(properties);
	if (names.length > 0 && depth < DEEPEST)
		return `<ul class="members">${names.map((name) => memberHtml(name, properties[name] ?? {}, required.includes(name), depth)).join("")}</ul>`;
	if (items !== undefined && depth < DEEPEST) return schemaHtml(items, depth);
	return "";
}

const DEEPEST = 5;

function memberHtml(name: string, schema: Schema, isRequired: boolean, depth: number): string {
	const need = isRequired ? ' <span class="required">required</span>' : "";
	return `<li><code>${escapeHtml(name)}</code> ${typeHtml(schema)}${need}${schemaHtml(schema, depth + 1)}</li>`;
}

/** The type in a few words, with its bounds and what it is for. */
export function typeHtml(schema: Schema): string {
	const { description, default: usual, minimum, maximum, maxLength } = schema;
	const notes = [
		...(minimum === undefined ? [] : [`at least ${minimum}`]),
		...(maximum === undefined ? [] : [`at most ${maximum}`]),
		...(maxLength === undefined || maxLength > TOLD ? [] : [`at most ${maxLength} characters`]),
		...(usual === undefined ? [] : [`default ${JSON.stringify(usual)}`]),
		...(description === undefined ? [] : [description]),
	];
	const more = notes.length === 0 ? "" : `<span class="note">: ${escapeHtml(notes.join(", "))}</span>`;
	return `<span class="type">${escapeHtml(typeText(schema))}</span>${more}`;
}

/** Limits of free text are the server's, and not worth a line. */
const TOLD = 1_000;

function typeText(schema: Schema): string {
	const { type, items, $ref, additionalProperties } = schema;
	const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
	if (choices !== undefined) return choices.map((choice) => JSON.stringify(choice)).join(" | ");
	const either = schema.anyOf ?? schema.oneOf;
	if (either !== undefined) return [...new Set(either.map(typeText))].join(" or ");
	if ($ref !== undefined) return $ref.split("/").at(-1) ?? "object";
	if (Array.isArray(type)) return type.join(" or ");
	if (items !== undefined) return `list of ${typeText(items)}`;
	if (typeof additionalProperties === "object") return `object of ${typeText(additionalProperties)}`;
	return typeof type === "string" ? type : "anything";
}

function withoutNull(schema: Schema): Schema {
	const either = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
	return either.length === 1 ? (either[0] ?? schema) : schema;
}
