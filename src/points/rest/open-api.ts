import { type ObjectShape, type Shape, toJsonSchema } from "../../engine/index.ts";
import type { RestRoute } from "./rest-route.ts";

type Document = Readonly<Record<string, unknown>>;

/** The table of routes as an OpenAPI 3.1 document. */
export function openApi(routes: readonly RestRoute[]): Document {
	const paths: Record<string, Record<string, Document>> = {};
	for (const route of routes) {
		const path = (paths[route.path] ??= {});
		path[route.method.toLowerCase()] = operation(route);
	}
	return {
		openapi: "3.1.0",
		info: { title: "writ", version: "1", description: "The authority of a home: agents, edges, grants, decisions and their record." },
		security: [{ key: [] }],
		components: {
			securitySchemes: { key: { type: "http", scheme: "bearer", description: "A key of a person, an agent or a system" } },
			schemas: { Problem: PROBLEM },
		},
		paths,
	};
}

function operation(route: RestRoute): Document {
	const parameters = [
		...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema: { type: "string" } })),
		...queryOf(route.query),
	];
	return {
		operationId: operationId(route),
		tags: [route.tag],
		summary: route.summary,
		...(route.access === "open" ? { security: [] } : {}),
		...(parameters.length === 0 ? {} : { parameters }),
		...bodyOf(route.body),
		responses: {
			...Object.fromEntries(
				Object.entries(route.replies).map(([status, shape]) => [
					status,
					{ description: route.summary, content: { "application/json": { schema: schemaOf(shape) } } },
				]),
			),
			default: {
				description: "A problem",
				content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
			},
		},
	};
}

function bodyOf(body: RestRoute["body"]): Document {
	if (body === undefined) return {};
	const schema = body === "anything" ? { type: "object" } : schemaOf(body);
	const required = body !== "anything" && (body.required ?? []).length > 0;
	return { requestBody: { required, content: { "application/json": { schema } } } };
}

/** A name for clients that are generated: the method and the words of the path. */
function operationId({ method, path }: RestRoute): string {
	const words = path.split("/").filter((word) => word !== "");
	return [method.toLowerCase(), ...words.map((word) => word.replaceAll(/[{}]/g, "").replaceAll(/[^\w]/g, "_"))].join("_");
}

function queryOf(shape: ObjectShape | undefined): readonly Document[] {
	const { keys = {}, required = [] } = shape ?? {};
	return Object.entries(keys).map(([name, member]) => ({ name, in: "query", required: required.includes(name), schema: schemaOf(member) }));
}

function schemaOf(shape: Shape): Document {
	const { $schema: _, ...schema } = toJsonSchema(shape);
	return schema;
}

const PROBLEM = {
	type: "object",
	required: ["type", "title", "status", "detail", "code", "request_id"],
	properties: {
		type: { type: "string" },
		title: { type: "string" },
		status: { type: "integer" },
		detail: { type: "string" },
		code: { type: "string", description: "Stable" },
		request_id: { type: "string" },
		reasons: { type: "array" },
		decision_id: { type: ["string", "null"] },
		retryable: { type: "boolean" },
		retry_after: { type: "number" },
	},
};
