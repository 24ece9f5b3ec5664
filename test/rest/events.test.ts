import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServer, type TestServer } from "./open-server.ts";

let server: TestServer;
let key: string;
beforeAll(async () => {
	server = await openServer();
	key = (await server.admin("POST", "/v1/keys", { name: "listener" })).body.api_key;
});
afterAll(() => server.close());

interface Heard {
	readonly id: string;
	readonly event: string;
	readonly data: Readonly<Record<string, unknown>>;
}

/** Listens until so many events came. */
async function listen(patterns: string, count: number, lastEventId?: string): Promise<{ readonly heard: Promise<readonly Heard[]> }> {
	const stop = new AbortController();
	const response = await fetch(new URL(`/v1/events?patterns=${patterns}`, server.url), {
		signal: stop.signal,
		headers: { Authorization: `Bearer ${key}`, ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }) },
	});
	expect(response.headers.get("Content-Type")).toContain("text/event-stream");
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	if (reader === undefined) throw new Error("no stream");
	const first = await reader.read();
	const read = async (): Promise<readonly Heard[]> => {
		let text = first.value ?? "";
		for (;;) {
			const events = text
				.split("\n\n")
				.slice(0, -1)
				.filter((block) => block.startsWith("id:"))
				.map((block): Heard => {
					const [id = "", event = "", data = ""] = block.split("\n").map((line) => line.slice(line.indexOf(":") + 2));
					return { id, event, data: JSON.parse(data) };
				});
			if (events.length >= count) {
				stop.abort();
				return events;
			}
			const more = await reader.read();
			if (more.done) throw new Error(`the stream ended after ${events.length}`);
			text += more.value;
		}
	};
	return { heard: read() };
}

describe("server-sent events", () => {
	it("[wire-8-41] tells what happens, and goes on where a stream was left without loss", async () => {
		const first = await listen("agent:spawned", 2);
		await server.agent("s1", {});
		await server.agent("s2", {});
		const heard = await first.heard;
		expect(heard.map(({ data }) => data.agent_id)).toEqual(["s1", "s2"]);
		await server.agent("s3", {});
		await server.agent("s4", {});
		const second = await listen("agent:spawned", 3, heard[0]?.id);
		expect((await second.heard).map(({ data }) => data.agent_id)).toEqual(["s2", "s3", "s4"]);
	});

	it("refuses a place that is not one", async () => {
		expect((await server.admin("GET", "/v1/events", undefined, { "Last-Event-ID": "yesterday" })).status).toBe(400);
	});
});
