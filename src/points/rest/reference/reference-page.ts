import { escapeHtml } from "./escape-html.ts";
import type { OpenApiDocument, Operation } from "./open-api-document.ts";
import { operationHtml } from "./operation-html.ts";
import { schemaHtml } from "./schema-html.ts";

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
