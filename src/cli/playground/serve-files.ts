import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** One file as it is served. */
export interface ServedFile {
	readonly type: string;
	readonly content: Uint8Array;
}

const HEADERS = {
	"Content-Security-Policy":
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "no-referrer",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Cache-Control": "no-store",
};
const OWN_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** A server of exactly these files, by their path; nothing of the disk can be asked for. */
export function serveFiles(files: ReadonlyMap<string, ServedFile>): Server {
	return createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => answer(files, request, response));
}

function answer(files: ReadonlyMap<string, ServedFile>, request: IncomingMessage, response: ServerResponse): void {
	const file = judge(files, request);
	if ("status" in file) {
		response.writeHead(file.status, { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" });
		response.end(`${file.text}\n`);
		return;
	}
	response.writeHead(200, { ...HEADERS, "Content-Type": file.type, "Content-Length": file.content.length });
	response.end(request.method === "HEAD" ? undefined : file.content);
}

function judge(
	files: ReadonlyMap<string, ServedFile>,
	{ headers, method, url = "/" }: IncomingMessage,
): ServedFile | { readonly status: number; readonly text: string } {
	// SECURITY: a page of another site that lets its own name point here must not be served ("a foreign Host is refused").
	if (!OWN_NAMES.has((headers.host ?? "").replace(/:\d+$/, "").toLowerCase()))
		return { status: 421, text: "This server answers only to localhost." };
	if (method !== "GET" && method !== "HEAD") return { status: 405, text: "Only GET and HEAD." };
	const [path = "/"] = url.split("?");
	return files.get(path === "/" ? "/index.html" : path) ?? { status: 404, text: "No such page." };
}
