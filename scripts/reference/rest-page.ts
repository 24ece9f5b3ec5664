import { restRoutes } from "../../src/points/rest/index.ts";
import { code, page, table } from "./markdown.ts";
import { kindOf } from "./shape-words.ts";

/** Every route with what it expects, from the table that the server is made from. */
export function restPage(): string {
	const chapters = Map.groupBy(restRoutes(), ({ tag }) => tag);
	const parts = [...chapters].flatMap(([tag, routes]) => [
		`## ${tag}`,
		table(
			["route", "query", "body", "who", "what it does"],
			routes.map(({ method, path, query, body, access, summary }) => [
				code(`${method} ${path}`),
				membersOf(query),
				body === "anything" ? "an object" : membersOf(body),
				{ open: "everybody", anyone: "any key", person: "people" }[access],
				summary,
			]),
		),
	]);
	return page(
		"REST",
		"Keys go into `Authorization: Bearer KEY`. Refusals are `application/problem+json` with a stable `code`. Lists take `limit` and `cursor` and answer `{items, next_cursor}`. `GET /openapi.json` tells the same as this page, as OpenAPI 3.1.",
		...parts,
	);
}

function membersOf(shape: Exclude<ReturnType<typeof restRoutes>[number]["body"], "anything">): string {
	const { keys = {}, required = [] } = shape ?? {};
	return (
		Object.entries(keys)
			.map(([key, member]) => `${code(required.includes(key) ? key : `${key}?`)} ${kindOf(member)}`)
			.join(", ") || "–"
	);
}
