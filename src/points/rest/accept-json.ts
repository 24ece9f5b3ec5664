import type { FastifyInstance } from "fastify";

/** Bodies are JSON in UTF-8 and nothing else. */
export function acceptJson(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser(/^application\/(.+\+)?json\b/, { parseAs: "buffer" }, (_, bytes, finish) => {
		try {
			const text = UTF8.decode(bytes as Buffer);
			finish(null, text.trim() === "" ? undefined : JSON.parse(text));
		} catch (error) {
			finish(
				Object.assign(new Error(`Invalid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`), { statusCode: 400 }),
			);
		}
	});
}

const UTF8 = new TextDecoder("utf-8", { fatal: true });
