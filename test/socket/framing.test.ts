import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHome, type TestHome } from "../authority/open-home.ts";
import { connectClient, type TestClient } from "./socket-client.ts";

let home: TestHome;
let person: TestClient;
beforeAll(async () => {
	home = await openHome();
	person = await home.connect();
	await person.ask("agent:spawn", { agent_id: "worker", permission_profile: "standard" });
});
afterAll(() => home.close());

const HEALTH = '{"event":"system:health"}\n';
const errors = async (text: string | Uint8Array): Promise<readonly unknown[]> => (await home.pipe(text)).map(({ error }) => error);

describe("lines on the socket", () => {
	it("[socket-multi-line] an unfinished object goes on in the next lines until it is complete", async () => {
		expect(await home.pipe('{"event":\n\n"system:health",\n "data": {\n}\n}\n')).toMatchObject([{ status: "healthy" }]);
		expect(await home.pipe(`{"event": "system:help", "data": {\n"event": "agent:list"}}\n${HEALTH}`)).toMatchObject([
			{ name: "agent:list" },
			{ status: "healthy" },
		]);
	});

	it("[socket-unfinished-request] a line that is itself a request makes the unfinished part invalid", async () => {
		expect(await home.pipe(`{"event": "agent:spawn", "data": {\n${HEALTH}`)).toMatchObject([
			{ error: expect.stringMatching(/^Invalid JSON: /) },
			{ status: "healthy" },
		]);
	});

	it("[socket-unfinished-time] two seconds make the unfinished part invalid, and the connection lives", async () => {
		const client = await home.connect();
		const begun = performance.now();
		client.write('{"event": "agent:spawn", "data": {\n');
		expect(await client.next()).toMatchObject({ error: expect.stringMatching(/^Invalid JSON: /), code: "invalid-json" });
		expect(performance.now() - begun).toBeGreaterThan(1_900);
		expect(await client.ask("system:health")).toMatchObject({ status: "healthy" });
	});

	it("[socket-unfinished-end] the end of the input makes the unfinished part invalid, also half a line", async () => {
		expect(await errors('{"event": "agent:spawn", "data": {\n')).toEqual([expect.stringMatching(/^Invalid JSON: /)]);
		expect(await errors('{"event": "agent:sp')).toEqual([expect.stringMatching(/^Invalid JSON: /)]);
		expect(await home.pipe('{"event":"system:health"}')).toMatchObject([{ status: "healthy" }]);
	});

	it("[socket-half-close] a client that half-closes gets its answers, then the server closes", async () => {
		const request = { kind: "tool", tool: "Read", input: { file_path: "x" } };
		const lines = Array.from({ length: 200 }, () => JSON.stringify({ event: "permission:decide", data: { agent_id: "worker", request } }));
		expect(await home.pipe(`${lines.join("\n")}\n`)).toHaveLength(200);
		expect(await home.pipe("")).toEqual([]);
	});

	it("[socket-in-order] lines without an id of their own are answered in order", async () => {
		const events = ["permission:list_profiles", "system:health", "agent:list", "permission:get_agent", "system:discover", "system:health"];
		const text = events.map((event) => JSON.stringify({ event, data: event === "permission:get_agent" ? { agent_id: "worker" } : {} }));
		const answers = await home.pipe(`${text.join("\n")}\n`);
		expect(answers.map((answer) => Object.keys(answer)[0])).toEqual(["profiles", "status", "agents", "agent_id", "namespaces", "status"]);
	});

	it("[socket-in-order] each line sees what the ones before it did", async () => {
		const answers = await home.pipe(
			[
				{ event: "agent:spawn", data: { agent_id: "piped" } },
				{ event: "agent:info", data: { agent_id: "piped" } },
				{ event: "agent:terminate", data: { agent_id: "piped" } },
				{ event: "agent:info", data: { agent_id: "piped" } },
			]
				.map((line) => `${JSON.stringify(line)}\n`)
				.join(""),
		);
		expect(answers).toMatchObject([
			{ status: "created" },
			{ agent: { agent_id: "piped" } },
			{ status: "terminated" },
			{ error: "Agent piped not found" },
		]);
	});

	it("[socket-blocks-nobody] half a line of one client keeps nobody else waiting", async () => {
		const slow = await home.connect();
		slow.write('{"event":"system:hea');
		expect(await person.ask("system:health")).toMatchObject({ status: "healthy" });
		slow.write('lth"}\n');
		expect(await slow.next()).toMatchObject({ status: "healthy" });
	});

	it("[socket-metadata] fields with an underscore are metadata, every other unknown one is an error", async () => {
		expect(await person.ask("system:health", { _client: "x", _ksi_context: {} }, { _trace: 1 })).toMatchObject({ status: "healthy" });
		expect(await person.ask("system:health", { colour: "red" })).toMatchObject({ error: "Unknown parameter: colour" });
		expect(await person.ask("system:health", {}, { extra: 1 })).toMatchObject({ error: "Unknown parameter: extra" });
		expect(await person.ask("system:health", JSON.parse('{"__proto__x":1,"constructor":1}'))).toMatchObject({
			error: "Unknown parameter: constructor",
		});
	});
});

describe("bad input on the socket", () => {
	it.each([
		["[socket-bad-json] not JSON", "hello\n", /^Invalid JSON: /],
		["[socket-bad-json] half of a text", '{"event":"a\n', /^Invalid JSON: /],
		["[socket-bad-json] too many brackets", '{"event":"system:health"}}\n', /^Invalid JSON: /],
		["[socket-bad-utf8] bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]), /^Invalid JSON: .*UTF-8/],
		["[socket-not-an-object] a list", "[1,2]\n", /^Invalid request$/],
		["[socket-not-an-object] a number", "17\n", /^Invalid request$/],
		["[socket-not-an-object] null", "null\n", /^Invalid request$/],
		["[socket-no-event] no event", "{}\n", /^Missing event name$/],
		["[socket-no-event] an empty event", '{"event":""}\n', /^Missing event name$/],
		["[socket-no-event] an event that is not text", '{"event":7}\n', /^Missing event name$/],
		["[socket-unknown-event] an event that nobody knows", '{"event":"agent:fly"}\n', /^Unknown event: agent:fly$/],
		["[socket-unknown-event] a name that every object has", '{"event":"toString"}\n', /^Unknown event: toString$/],
		["[socket-unknown-event] another case", '{"event":"AGENT:LIST"}\n', /^Unknown event: AGENT:LIST$/],
		["[socket-wrong-type] data that is a list", '{"event":"agent:list","data":[]}\n', /^Invalid request/],
		["[socket-wrong-type] data that is null", '{"event":"agent:list","data":null}\n', /^Invalid request/],
		["[socket-wrong-type] a flag that is text", '{"event":"agent:list","data":{"include_metadata":"yes"}}\n', /^Invalid parameter: /],
		["[socket-wrong-type] an id that is a number", '{"event":"agent:info","data":{"agent_id":7}}\n', /^Invalid parameter: /],
		["[socket-negative-limit] a negative limit", '{"event":"agent:list","data":{"limit":-1}}\n', /^Invalid parameter: /],
		["[socket-negative-limit] a limit of none", '{"event":"agent:list","data":{"limit":0}}\n', /^Invalid parameter: /],
		["[socket-missing-parameter] one parameter", '{"event":"agent:info"}\n', /^Missing required parameter: agent_id$/],
		["[socket-missing-parameter] two of them", '{"event":"edge:set"}\n', /^Missing required parameters: source, target$/],
		["[socket-nesting] 33 levels", `${'{"a":'.repeat(33)}1${"}".repeat(33)}\n`, /^Invalid JSON: nested deeper than 32/],
		["[socket-bad-correlation] an id with a line break", '{"event":"system:health","correlation_id":"a\\nb"}\n', /correlation_id/],
		["[socket-bad-correlation] an id that is not text", '{"event":"system:health","correlation_id":{}}\n', /correlation_id/],
	])("%s is an error, and the connection lives", async (_title, line, error) => {
		const client = await home.connect();
		client.write(line);
		expect(await client.next()).toMatchObject({ error: expect.stringMatching(error), code: expect.any(String), status: "failed" });
		expect(await client.ask("system:health")).toMatchObject({ status: "healthy" });
	});

	const BAD_IDS = [
		"../../x",
		"a/b",
		"a..b",
		"a.",
		".a",
		"-a",
		"a\u0000b",
		"а", // Cyrillic
		"a\u200bb",
		"a\u202eb",
		"ａ",
		"a b",
		"a\nb",
		"",
		"x".repeat(65),
		"group:x",
		"%2e%2e",
		"~root",
		"Admin",
		"SYSTEM",
		"null",
		"undefined",
		"trinity-system",
		"self",
	];
	it.each(BAD_IDS)("[socket-bad-id] %j is not an agent id anywhere, and nothing is made", async (agent_id) => {
		const [rows, directories] = [home.rows(), home.directories()];
		const spawned = await person.ask("agent:spawn", { agent_id });
		expect(spawned).toMatchObject({ error: `Invalid agent id: ${agent_id}`, status: "failed", requested_profile: null });
		for (const event of ["sandbox:create", "permission:set_agent", "agent:register"])
			expect(await person.ask(event, { agent_id })).toMatchObject({ error: `Invalid agent id: ${agent_id}` });
		expect(await person.ask("agent:rename", { agent_id: "worker", to: agent_id })).toMatchObject({
			error: `Invalid agent id: ${agent_id}`,
		});
		for (const event of ["agent:info", "agent:terminate", "agent:send_message", "sandbox:get", "permission:get_agent"])
			expect(await person.ask(event, { agent_id, ...(event === "agent:send_message" ? { message: "x" } : {}) })).toMatchObject({
				error: expect.any(String),
			});
		expect(home.rows()).toBe(rows);
		expect(home.directories()).toEqual(directories);
	});

	it("[socket-bad-id] a session id is an id too, and twins but for case cannot coexist", async () => {
		expect(await person.ask("agent:spawn", { agent_id: "s", session_id: "../x", sandbox_config: { mode: "shared" } })).toMatchObject({
			error: expect.stringContaining("../x"),
		});
		expect(await person.ask("agent:spawn", { agent_id: "WORKER" })).toMatchObject({ error: "Agent WORKER already exists" });
		expect(await person.ask("agent:info", { agent_id: "Worker" })).toMatchObject({ error: "Agent Worker not found" });
	});

	it("[socket-taken-id] an id that is taken is refused in these words", async () => {
		expect(await person.ask("agent:spawn", { agent_id: "worker" })).toMatchObject({ error: "Agent worker already exists" });
	});

	it("[socket-unknown-profile] an unknown profile or definition is refused in these words", async () => {
		expect(await person.ask("agent:spawn", { agent_id: "p", permission_profile: "godlike" })).toMatchObject({
			error: "Profile not found: godlike",
			requested_profile: "godlike",
		});
		expect(await person.ask("agent:spawn", { agent_id: "p", profile: "no_such" })).toMatchObject({
			error: "Composition not found: no_such",
		});
		expect(await person.ask("agent:spawn", { agent_id: "p", permission_profile: { tools: { alowed: [] } } })).toMatchObject({
			code: "invalid-definition",
		});
	});

	it("[socket-too-large] ten megabytes in one line are an error and a close, while others are served", async () => {
		const client = await home.connect();
		client.write(`{"event":"system:health","x":"${"a".repeat(10_000_000)}"}\n${HEALTH}`);
		expect(await client.next()).toMatchObject({ code: "too-large" });
		await client.closed;
		expect(client.lines).toHaveLength(1);
		const endless = await home.connect();
		for (let at = 0; at < 12; at++) endless.write("a".repeat(100_000));
		expect(await endless.next()).toMatchObject({ code: "too-large" });
		expect(await person.ask("system:health")).toMatchObject({ status: "healthy" });
	});

	it("[socket-too-large] many lines of one object count together", async () => {
		const client = await home.connect();
		client.write('{"event":"system:health","data":{\n');
		for (let at = 0; at < 20; at++) client.write(`"_${at}":"${"a".repeat(60_000)}",\n`);
		expect(await client.next()).toMatchObject({ code: "too-large" });
		await client.closed;
	});
});

describe("limits of the socket", () => {
	it("[socket-in-flight] more than 64 requests at once are all answered", async () => {
		const client = await home.connect();
		const request = { kind: "tool", tool: "Read", input: { file_path: "x" } };
		const asked = Array.from({ length: 500 }, () => client.ask("permission:decide", { agent_id: "worker", request }));
		expect(new Set((await Promise.all(asked)).map(({ decision_id }) => decision_id)).size).toBe(500);
	});

	it("[socket-connections] the 257th client is told so and let go, and room is made again", async () => {
		const fresh = await openHome();
		try {
			const clients = await Promise.all(Array.from({ length: 256 }, () => connectClient(fresh.path)));
			await Promise.all(clients.map((client) => client.ask("system:health")));
			const late = await connectClient(fresh.path);
			expect(await late.next()).toMatchObject({ error: "Too many connections", status: "failed" });
			await late.closed;
			for (const client of clients.slice(0, 10)) client.close();
			await expect.poll(async () => (await fresh.pipe(HEALTH))[0]?.status).toBe("healthy");
			for (const client of clients) client.close();
		} finally {
			await fresh.close();
		}
	});
});
