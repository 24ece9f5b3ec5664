import { type ObjectShape, type Shape, toJsonSchema } from "../../engine/index.ts";
import type { RestRoute } from "./rest-route.ts";

/** The table of routes as an OpenAPI 3.1 document. */
export function openApi(routes: readonly RestRoute[]): OpenApiDocument {
	const paths: Record<string, Record<string, Operation>> = { ...OWN };
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

function operation(route: RestRoute): Operation {
	const parameters = [
		...[...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
			name: name ?? "",
			in: "path",
			required: true,
			schema: { type: "string" },
		})),
		...queryOf(route.query),
	];
	return {
		operationId: operationId(route),
		tags: [route.tag],
		summary: route.summary,
		...accessOf(route),
		...(route.access === "open" ? { security: [] } : {}),
		...(parameters.length === 0 ? {} : { parameters }),
		...bodyOf(route),
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

/** Who may call a route, beyond having a key. */
function accessOf({ access, tool }: RestRoute): { readonly description?: string } {
	if (access === "open") return { description: "Needs no key." };
	if (access === "person") return { description: "For people: keys of agents and systems get 403 person-required." };
	return tool === undefined ? {} : { description: `An agent needs the tool ${tool}.` };
}

function bodyOf({ body, example }: RestRoute): Pick<Operation, "requestBody"> {
	if (body === undefined) return {};
	const schema = body === "anything" ? { type: "object" } : schemaOf(body);
	const required = body !== "anything" && (body.required ?? []).length > 0;
	return { requestBody: { required, content: { "application/json": { schema, ...(example === undefined ? {} : { example }) } } } };
}

/** A name for clients that are generated: the method and the words of the path. */
function operationId({ method, path }: RestRoute): string {
	const words = path.split("/").filter((word) => word !== "");
	return [method.toLowerCase(), ...words.map((word) => word.replaceAll(/[{}]/g, "").replaceAll(/[^\w]/g, "_"))].join("_");
}

function queryOf(shape: ObjectShape | undefined): readonly Parameter[] {
	const { keys = {}, required = [] } = shape ?? {};
	return Object.entries(keys).map(([name, member]) => ({ name, in: "query", required: required.includes(name), schema: schemaOf(member) }));
}

function schemaOf(shape: Shape): Schema {
	const { $schema: _, ...schema } = toJsonSchema(shape);
	return schema;
}

/** What is served beside the table. */
const OWN: Readonly<Record<string, Record<string, Operation>>> = {
	"/openapi.json": { get: own("openapi_json", "This document", "application/json", "For any key.") },
	"/reference": { get: own("reference", "This document as a page", "text/html", "For any key, and for people who are logged in.") },
	"/metrics": { get: own("metrics", "Counters and durations of requests, for Prometheus", "text/plain", "For any key.") },
};

function own(name: string, summary: string, type: string, description: string): Operation {
	return {
		operationId: `get_${name}`,
		tags: ["server"],
		summary,
		description,
		responses: { 200: { description: summary, content: { [type]: { schema: {} } } } },
	};
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

/** As much of an OpenAPI 3.1 document as the page shows. */
export interface OpenApiDocument {
	readonly openapi: string;
	readonly info: { readonly title: string; readonly version: string; readonly description?: string };
	readonly security: readonly unknown[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: unknown };
}

export interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description?: string;
	/** Empty = without a key. */
	readonly security?: readonly unknown[];
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly required?: boolean; readonly content: Content };
	readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly default?: unknown;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
}
