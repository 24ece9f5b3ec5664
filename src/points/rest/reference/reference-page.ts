import type { OpenApiDocument, Operation, Parameter, Schema } from "../open-api.ts";

interface Entry {
	readonly method: string;
	readonly path: string;
	readonly operation: Operation;
}

/** The OpenAPI document as a page; `origin` is where the examples call. */
export function referencePage(document: OpenApiDocument, origin: string): string {
	const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]): Entry => ({ method: method.toUpperCase(), path, operation })),
	);
	const chapters = [...Map.groupBy(entries, ({ operation }) => operation.tags[0] ?? "other")];
	const { Problem = {} } = document.components.schemas;
	return frame(
		`${document.info.title}: reference`,
		`<a class="skip" href="#content">Skip to the routes</a>
<header>
<h1>${escapeHtml(document.info.title)} <span>reference</span></h1>
<p>${escapeHtml(document.info.description ?? "")} As a document: <a href="/openapi.json">/openapi.json</a></p>
<label>Search <input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="edges, PUT, /v1/agents …" aria-describedby="found"></label>
<p id="found" role="status" aria-live="polite">${entries.length} routes</p>
</header>
<nav aria-label="Routes">${chapters.map(([tag, rows]) => chapterLinks(tag, rows)).join("")}<section><h2><a href="#problem">problems</a></h2></section></nav>
<main id="content" tabindex="-1">
<p id="nothing" hidden>No route has all of these words. Try fewer of them, or a part of a path.</p>
${chapters.map(([tag, rows]) => chapterHtml(tag, rows, origin)).join("")}
<section id="problem"><h2>problems</h2><p>Everything that is refused is answered in one form. <code>code</code> is stable, <code>detail</code> is for people.</p>${schemaHtml(Problem)}</section>
</main>
<script type="module" src="/reference.js"></script>`,
	);
}

/** What a browser without a session is shown in its place. */
export function loginPage(): string {
	return frame(
		"writ: log in",
		`<main class="alone"><h1>writ <span>reference</span></h1>
<p>This page is for people who are logged in. On the machine of the server run</p><pre><code>writ open</code></pre>
<p>and open the link that it prints; it works once, within 60 seconds. Then come back to <a href="/reference">this page</a>.</p></main>`,
	);
}

function chapterLinks(tag: string, rows: readonly Entry[]): string {
	const links = rows.map(
		({ method, path, operation: { operationId } }) =>
			`<li data-for="${escapeHtml(operationId)}"><a href="#${escapeHtml(operationId)}"><span class="method ${method.toLowerCase()}">${method}</span> ${escapeHtml(path)}</a></li>`,
	);
	return `<section><h2><a href="#chapter-${escapeHtml(tag)}">${escapeHtml(tag)}</a></h2><ul>${links.join("")}</ul></section>`;
}

function chapterHtml(tag: string, rows: readonly Entry[], origin: string): string {
	const articles = rows.map(({ method, path, operation }) => operationHtml(origin, method, path, operation));
	return `<section id="chapter-${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>${articles.join("\n")}</section>`;
}

function frame(title: string, body: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/reference.css">
</head>
<body>
${body}
</body>
</html>
`;
}

/** One route: what it does, takes and answers, and a command that calls it. */
function operationHtml(origin: string, method: string, path: string, operation: Operation): string {
	const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
	const body = requestBody?.content["application/json"]?.schema;
	const search = `${method} ${path} ${summary} ${operation.tags.join(" ")}`.toLowerCase();
	return `<article id="${escapeHtml(operationId)}" data-search="${escapeHtml(search)}">
<h3><span class="method ${method.toLowerCase()}">${method}</span> <code class="path">${escapeHtml(path)}</code> <a class="anchor" href="#${escapeHtml(operationId)}" aria-label="Link to ${method} ${escapeHtml(path)}">#</a></h3>
<p>${escapeHtml(summary)}.${description === undefined ? "" : ` <span class="access">${escapeHtml(description)}</span>`}</p>
${parametersHtml("In the path", parameters, "path")}${parametersHtml("In the query", parameters, "query")}${
	body === undefined ? "" : section("Body", bodyHtml(body, requestBody?.required === true))
}${section("Answers", answersHtml(responses))}<h4>Example</h4><pre tabindex="0" aria-label="Example of ${method} ${escapeHtml(path)}"><code>${escapeHtml(
		curlExample(origin, method, path, operation),
	)}</code></pre>
</article>`;
}

function section(title: string, html: string): string {
	return html === "" ? "" : `<h4>${title}</h4>${html}`;
}

function parametersHtml(title: string, parameters: readonly Parameter[], place: string): string {
	const these = parameters.filter((parameter) => parameter.in === place);
	const items = these.map(({ name, schema, required }) => {
		const need = place === "query" && required === true ? ' <span class="required">required</span>' : "";
		return `<li><code>${escapeHtml(name)}</code> ${typeHtml(schema)}${need}</li>`;
	});
	return items.length === 0 ? "" : section(title, `<ul class="members">${items.join("")}</ul>`);
}

function bodyHtml(schema: Parameters<typeof schemaHtml>[0], isRequired: boolean): string {
	const members = schemaHtml(schema);
	return members === "" ? `<p>${isRequired ? "An object" : "An object, or nothing"}; the summary says which members.</p>` : members;
}

function answersHtml(responses: Operation["responses"]): string {
	return Object.entries(responses)
		.map(([status, { content = {} }]) => {
			if (status === "default")
				return '<p class="note">Whatever else happens is a <a href="#problem">problem</a> (<code>application/problem+json</code>).</p>';
			const [type, body] = Object.entries(content)[0] ?? [];
			const members = body === undefined ? "" : schemaHtml(body.schema);
			const head = `<strong>${escapeHtml(status)}</strong> <span class="type">${escapeHtml(type ?? "no body")}</span>`;
			return members === "" ? `<p>${head}</p>` : `<details><summary>${head}</summary>${members}</details>`;
		})
		.join("");
}

/** A schema as a list of its members, each with its type and what is known of it. */
function schemaHtml(schema: Schema, depth = 0): string {
	const inner = withoutNull(schema);
	const { properties = {}, required = [], items } = inner;
	const names = Object.keys(properties);
	if (names.length > 0 && depth < DEEPEST_SCHEMA)
		return `<ul class="members">${names.map((name) => memberHtml(name, properties[name] ?? {}, required.includes(name), depth)).join("")}</ul>`;
	if (items !== undefined && depth < DEEPEST_SCHEMA) return schemaHtml(items, depth);
	return "";
}

const DEEPEST_SCHEMA = 5;

function memberHtml(name: string, schema: Schema, isRequired: boolean, depth: number): string {
	const need = isRequired ? ' <span class="required">required</span>' : "";
	return `<li><code>${escapeHtml(name)}</code> ${typeHtml(schema)}${need}${schemaHtml(schema, depth + 1)}</li>`;
}

/** The type in a few words, with its bounds and what it is for. */
function typeHtml(schema: Schema): string {
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

/** A command that makes the request, to be copied and changed. */
function curlExample(origin: string, method: string, path: string, operation: Operation): string {
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

const DEEPEST_SAMPLE = 4;
/** Members that are shown of a body in which none must be said. */
const SHOWN = 2;

/** A value of a shape: what must be there, else its first members. */
function sampleOf(schema: Schema, depth = 0): unknown {
	const { type, properties, required = [], items, minimum } = schema;
	const either = schema.anyOf ?? schema.oneOf;
	if (either !== undefined) return sampleOf(either.find((one) => one.type !== "null") ?? {}, depth);
	if (schema.default !== undefined) return schema.default;
	if (schema.enum !== undefined) return schema.enum[0];
	if (properties !== undefined && depth < DEEPEST_SAMPLE) {
		const names = required.length > 0 ? required : Object.keys(properties).slice(0, SHOWN);
		return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, depth + 1)]));
	}
	const plain = Array.isArray(type) ? type.find((one) => one !== "null") : type;
	if (plain === "array") return items === undefined || depth >= DEEPEST_SAMPLE ? [] : [sampleOf(items, depth + 1)];
	if (plain === "integer" || plain === "number") return Math.max(1, minimum ?? 1);
	if (plain === "boolean") return true;
	return plain === "string" ? "…" : {};
}

/** SECURITY: pasting the line into a shell runs exactly this. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text as it may stand in a page, between tags and in quoted attributes. */
function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#39;");
}
