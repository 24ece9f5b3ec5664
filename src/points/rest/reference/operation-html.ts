import { curlExample } from "./curl-example.ts";
import { escapeHtml } from "./escape-html.ts";
import type { Operation, Parameter } from "./open-api-document.ts";
import { schemaHtml, typeHtml } from "./schema-html.ts";

/** One route: what it does, takes and answers, and a command that calls it. */
export function operationHtml(origin: string, method: string, path: string, operation: Operation): string {
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
