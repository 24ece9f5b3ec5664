import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

/** A way to a server for programs that cannot show a key: everything is passed on as it is, with the key. */
export async function withKey(to: URL, key: string): Promise<{ readonly url: string; readonly close: () => void }> {
	const proxy = createServer((incoming, outgoing) => {
		const own = String((proxy.address() as AddressInfo).port);
		const renamed = (value: string | undefined) => value?.replace(`:${own}`, `:${to.port}`);
		const headers = { ...incoming.headers, authorization: `Bearer ${key}`, host: renamed(incoming.headers.host) };
		const { origin } = incoming.headers;
		if (origin !== undefined) headers.origin = renamed(origin);
		const passed = httpRequest(to, { method: incoming.method, headers, path: incoming.url }, (response) => {
			outgoing.writeHead(response.statusCode ?? 502, response.headers);
			response.pipe(outgoing);
		});
		passed.on("error", () => outgoing.destroy());
		outgoing.on("close", () => passed.destroy());
		incoming.pipe(passed);
	});
	const { promise, resolve } = Promise.withResolvers<void>();
	proxy.listen(0, "127.0.0.1", resolve);
	await promise;
	return {
		url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${to.pathname}`,
		close: () => {
			proxy.closeAllConnections();
			proxy.close();
		},
	};
}
