import type { Operation, Schema } from "./open-api-document.ts";

/** A command that makes the request, to be copied and changed. */
export function curlExample(origin: string, method: string, path: string, operation: Operation): string {
	const address = `${origin}${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase())}${queryOf(operation)}`;
	const isOpen = operation.security?.length === 0;
	const body = operation.requestBody?.content["application/json"];
	const parts = [
		`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(address)}`,
		...(isOpen ? [] : [`-H "Authorization: Bearer $WRIT_KEY"`]),
		...(body === undefined
			? []
			: [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body.example ?? sampleOf(body.schema)))}`]),
	];
	return parts.join(" \\\n  ");
}

/** Only what must be said. */
function queryOf({ parameters = [] }: Operation): string {
	const needed = parameters.filter((parameter) => parameter.in === "query" && parameter.required === true);
	return needed.length === 0 ? "" : `?${needed.map(({ name }) => `${name}=${name.toUpperCase()}`).join("&")}`;
}

const DEEPEST = 4;
/** Members that are shown of a body in which none must be said. */
const SHOWN = 2;

/** A value of a shape: what must be there, else its first members. */
function sampleOf(schema: Schema, depth = 0): unknown {
	const { type, properties, required = [], items, minimum } = schema;
	const either = schema.anyOf ?? schema.oneOf;
	if (either !== undefined) return sampleOf(either.find((one) => one.type !== "null") ?? {}, depth);
	if (schema.default !== undefined) return schema.default;
	if (schema.enum !== undefined) return schema.enum[0];
	if (properties !== undefined && depth < DEEPEST) {
		const names = required.length > 0 ? required : Object.keys(properties).slice(0, SHOWN);
		return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, depth + 1)]));
	}
	const plain = Array.isArray(type) ? type.find((one) => one !== "null") : type;
	if (plain === "array") return items === undefined || depth >= DEEPEST ? [] : [sampleOf(items, depth + 1)];
	if (plain === "integer" || plain === "number") return Math.max(1, minimum ?? 1);
	if (plain === "boolean") return true;
	return plain === "string" ? "…" : {};
}

/** SECURITY: whoever pastes the line into a shell runs exactly this. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
