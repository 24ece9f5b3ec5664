import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import Fastify from "fastify";
import { type Authority, createWindowCounter } from "../../authority/index.ts";
import { errorCode, WritError } from "../../platform/index.ts";
import { acceptJson, createMetrics, guardOrigin, type OwnNames, ownNames, requestIdOf, SECURITY_HEADERS } from "../http/index.ts";
import { answerProblems, BODY_LIMIT, give, replySchema } from "./give.ts";
import { openApi } from "./open-api.ts";
import { problem } from "./problem.ts";
import { REFERENCE_SCRIPT, REFERENCE_STYLE } from "./reference/page-files.ts";
import { loginPage, referencePage } from "./reference/reference-page.ts";
import type { RestRoute } from "./rest-route.ts";
import { restRoutes } from "./routes/table.ts";
import { type Door, enter, guardBody, visitRoute } from "./visit-route.ts";

/** Something else that answers below a path of the same server: it is handed what Node has, after Host and Origin were checked. */
interface Mounted {
	readonly path: string;
	readonly handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
}

/** A file of the page. */
export interface PageFile {
	readonly type: string;
	readonly content: Uint8Array;
}

interface RestOptions {
	readonly authority: Authority;
	/** On 127.0.0.1; 0 takes a free one. */
	readonly port: number;
	/** The files of the page, by path; served without a key. */
	readonly page?: ReadonlyMap<string, PageFile>;
	readonly mounted?: readonly Mounted[];
	/** What `GET /v1/mcp/policy` shows. */
	readonly mcpPolicy?: readonly Readonly<Record<string, unknown>>[];
}

/** Serves the authority over HTTP until it is closed. */
export async function serveRest(options: RestOptions): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
	const { authority, port } = options;
	const app = Fastify({
		bodyLimit: BODY_LIMIT,
		requestTimeout: 0,
		connectionTimeout: 0,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { ignoreTrailingSlash: false, maxParamLength: 1_024 },
		genReqId: ({ headers }) => requestIdOf(headers),
		frameworkErrors: (_, request, reply) => {
			reply.headers(SECURITY_HEADERS).header("X-Request-Id", request.id);
			void give(reply, request.id, problem(400, "invalid-request", "The address cannot be read"));
		},
	});
	acceptJson(app);
	let names: OwnNames = ownNames(port, []);
	guard(app, () => names);
	const settings = await readRestSettings(authority);
	const door: Door = {
		authority,
		limits: settings,
		requests: createWindowCounter(1_000, authority.now),
		failedLogins: createWindowCounter(60_000, authority.now),
	};
	const routes = restRoutes(options.mcpPolicy);
	const metrics = createMetrics(authority.now());
	app.addHook("onResponse", async ({ routeOptions }, reply) => {
		metrics.answered(routeOptions.url ?? "none", reply.statusCode, reply.elapsedTime / 1000);
	});
	app.get("/metrics", async (request, reply) => {
		const identity = await enter(door, request);
		const more = { process_resident_memory_bytes: process.memoryUsage.rss() };
		return give(
			reply,
			request.id,
			identity.ok ? { status: 200, type: "text/plain; version=0.0.4", body: metrics.text(more) } : identity.reply,
		);
	});
	for (const route of routes) addRoute(app, door, route);
	addOwn(app, door, routes, options);
	const files = ["/", "/openapi.json", "/metrics", ...REFERENCE_PATHS, ...(options.page?.keys() ?? [])];
	answerProblems(app, authority, [...routes, ...files.map((path) => ({ method: "GET" as const, path }))]);
	try {
		await app.listen({ port, host: "127.0.0.1" });
	} catch (error) {
		throw listenFailure(port, errorCode(error));
	}
	const address = app.server.address();
	const actual = typeof address === "object" && address !== null ? address.port : port;
	names = ownNames(actual, settings.hosts);
	return { url: `http://127.0.0.1:${actual}/`, close: () => app.close() };
}

function guard(app: FastifyInstance, names: () => OwnNames): void {
	app.addHook("onRequest", async (request, reply) => {
		reply.headers(SECURITY_HEADERS).header("X-Request-Id", request.id);
		const foreign = guardOrigin(request.raw, names());
		if (foreign !== null) return give(reply, request.id, problem(403, "foreign-origin", foreign));
		return undefined;
	});
}

function addRoute(app: FastifyInstance, door: Door, route: RestRoute): void {
	const response = Object.fromEntries(Object.entries(route.replies).map(([status, shape]) => [status, replySchema(shape)]));
	app.route({
		method: route.method,
		url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
		schema: { response },
		...(route.largestBody === undefined ? {} : { bodyLimit: route.largestBody, onRequest: guardBody(door) }),
		handler: async (request, reply) => give(reply, request.id, await visitRoute(door, route, request, reply)),
	});
}

/** What is not of the table: the document of it, the page, and what else is mounted. */
function addOwn(app: FastifyInstance, door: Door, routes: readonly RestRoute[], { page, mounted = [] }: RestOptions): void {
	const document = openApi(routes);
	const text = JSON.stringify(document);
	app.get("/openapi.json", async (request, reply) => {
		const identity = await enter(door, request);
		return give(reply, request.id, identity.ok ? { status: 200, type: "application/json; charset=utf-8", body: text } : identity.reply);
	});
	addReference(app, door, document);
	for (const { path, handle } of mounted)
		app.route({
			// Which methods it answers is its own to say.
			method: ["GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD"],
			url: path,
			// The body is the mounted one's to read.
			onRequest: async (request, reply) => {
				reply.hijack();
				await handle(request.raw, reply.raw);
			},
			handler: async () => undefined,
		});
	for (const [path, { type, content }] of page ?? [])
		for (const url of path === "/index.html" ? ["/", path] : [path])
			app.get(url, async (_, reply) => reply.header("Content-Type", type).send(Buffer.from(content)));
}

function listenFailure(port: number, code: string): WritError {
	if (code === "EADDRINUSE")
		return new WritError("port-taken", `Port ${port} is taken. Choose another one with --port, or 0 for a free one`);
	return new WritError("port-unusable", `Cannot listen on port ${port} (${code}). Choose another one with --port`);
}

/** Where the reference page and its two files are. */
const REFERENCE_PATHS: readonly string[] = ["/reference", "/reference.css", "/reference.js"];

/** Serves the OpenAPI document as a page, to callers that may read the document. */
function addReference(app: FastifyInstance, door: Door, document: Parameters<typeof referencePage>[0]): void {
	app.get("/reference", async (request, reply) => {
		const identity = await enter(door, request);
		if (identity.ok) {
			// SECURITY: the host was compared with the names of this server before.
			const page = referencePage(document, `http://${request.headers.host ?? ""}`);
			return give(reply, request.id, { status: 200, type: HTML, body: page });
		}
		// A browser that has no session is a person's: what to do is said in a page.
		const isPerson = identity.reply.status === 401 && (request.headers.accept ?? "").includes("text/html");
		return give(reply, request.id, isPerson ? { ...identity.reply, type: HTML, body: loginPage() } : identity.reply);
	});
	for (const [path, type, body] of [
		["/reference.css", "text/css; charset=utf-8", REFERENCE_STYLE],
		["/reference.js", "text/javascript; charset=utf-8", REFERENCE_SCRIPT],
	] as const)
		app.get(path, async (request, reply) => give(reply, request.id, { status: 200, type, body }));
}

const HTML = "text/html; charset=utf-8";

/** What settings say of this point; they hold from the next start on. */
async function readRestSettings(authority: Authority): Promise<{
	readonly hosts: readonly string[];
	readonly requestsPerSecond: number;
	readonly failedLoginsPerMinute: number;
}> {
	const settings = new Map((await authority.settings()).map(({ name, value }) => [name as string, value]));
	const hosts = settings.get("http.hosts");
	const limit = (name: string): number => {
		const value = settings.get(name);
		return typeof value === "number" ? value : 0;
	};
	return {
		hosts: Array.isArray(hosts) ? hosts.map(String) : [],
		requestsPerSecond: limit("rate.requests_per_second"),
		failedLoginsPerMinute: limit("rate.failed_logins_per_minute"),
	};
}
