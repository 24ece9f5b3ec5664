import { createServer } from "node:http";

/** A web server of the test that remembers what it was asked, byte for byte where it matters. */
export async function startHost(name: string) {
	const seen: { readonly line: string; readonly host: string | undefined; readonly headers: readonly string[]; readonly body: string }[] =
		[];
	const server = createServer((incoming, response) => {
		const parts: Buffer[] = [];
		incoming.on("data", (part) => parts.push(part));
		incoming.on("end", () => {
			const body = Buffer.concat(parts).toString("latin1");
			seen.push({ line: `${incoming.method} ${incoming.url}`, host: incoming.headers.host, headers: incoming.rawHeaders, body });
			response.setHeader("x-from", name);
			response.end(`${name} ${incoming.url} ${body}`);
		});
	});
	await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
	const address = server.address();
	const port = typeof address === "object" && address !== null ? address.port : 0;
	return {
		port,
		seen,
		close: (): void => {
			server.close();
			server.closeAllConnections();
		},
	};
}
