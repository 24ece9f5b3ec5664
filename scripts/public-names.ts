/**
 * `node scripts/public-names.ts [ROOT] [--out FILE]`: everything of a checkout that others rely on, as one JSON document, to be compared
 * with that of another checkout. It asks the built command and a running server; what those do not tell is found in the sources by name.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { commandWords, runWrit } from "./measure/command-words.ts";
import { nameSources } from "./measure/exported-names.ts";
import { errorCodes, textsOf } from "./measure/public-codes.ts";
import { type ServedHome, serveHome } from "./measure/served-home.ts";

type Members = Readonly<Record<string, unknown>>;

/** Everything that an agent can be given, so that it is shown every tool. */
const ALL = { profile: "trusted", overrides: { capabilities: { agent_messaging: true, spawn_agents: true, multi_agent_todo: true } } };

/** Where both databases differ in the words of the schema, as the back-ends say it. */
const DIALECTS = [
	{ name: "sqlite", text: "TEXT", serial: "INTEGER PRIMARY KEY AUTOINCREMENT" },
	{ name: "postgres", text: 'TEXT COLLATE "C"', serial: "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY" },
];

/** Command lines whose exit codes are looked at. */
const LINES: readonly (readonly string[])[] = [
	["--version"],
	["--help"],
	["nonsense"],
	["decide"],
	["decide", "--nonsense"],
	["explain", "trusted", "command", "git status"],
	["explain", "read-only", "command", "git push"],
	["explain", "nobody-wrote-it", "command", "git push"],
	["check", "no-such-file.yaml"],
	["compose", "standard"],
	["profile", "list"],
	["diff", "read-only", "trusted"],
	["diff", "trusted", "read-only"],
	["run", "--profile", "nobody-wrote-it", "--", "true"],
	["serve", "--port", "70000"],
	["audit", "verify", "--home", "/dev/null"],
];

const PROFILES = ["read-only", "standard", "develop", "trusted"];

const { values, positionals } = parseArgs({ options: { out: { type: "string" } }, allowPositionals: true });
const root = resolve(positionals[0] ?? join(import.meta.dirname, ".."));
const sources = nameSources(root);
const home = mkdtempSync(join(tmpdir(), "names-"));
try {
	const server = await serveHome(join(root, "bin/writ"), [], home);
	let served: Members;
	try {
		served = await askServer(server);
	} finally {
		await server.stop();
	}
	const text = `${JSON.stringify({ ...served, ...fromDatabase(), ...(await fromCommand()), ...(await fromSources()), ...fromFiles() }, undefined, "\t")}\n`;
	if (values.out === undefined) process.stdout.write(text);
	else writeFileSync(values.out, text);
} finally {
	rmSync(home, { recursive: true, force: true });
}

/** What a running server tells: routes, events, tools, settings. */
async function askServer(server: ServedHome): Promise<Members> {
	const openApi = membersOf(await server.ask("GET", "/openapi.json"));
	const { servers: _own, ...document } = openApi;
	const operations = Object.entries(membersOf(openApi.paths)).flatMap(([path, methods]) =>
		Object.entries(membersOf(methods)).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, digest(operation)] as const),
	);
	const agentKey = await server.agentKey("measured", ALL);
	const tools = { person: await listTools(server), agent: await listTools(server, agentKey) };
	const decision = membersOf(
		await server.ask("POST", "/v1/decide", { agent: "measured", request: { kind: "command", command: "git status" } }),
	);
	return {
		openApi: { digest: digest(document), operations: Object.fromEntries(operations.toSorted()) },
		decisionMembers: Object.keys(decision).toSorted(),
		socketEvents: await discover(server),
		tools: {
			person: Object.keys(tools.person),
			agent: Object.keys(tools.agent),
			rows: { ...tools.agent, ...tools.person },
		},
		settings: await server.ask("GET", "/v1/settings"),
		profiles: digest(await server.ask("GET", "/v1/profiles")),
	};
}

async function listTools(server: ServedHome, key?: string): Promise<Members> {
	const client = await server.tools(key);
	const { tools } = await client.listTools();
	return Object.fromEntries(tools.map(({ name, ...row }) => [name, row]));
}

/** Every event of the socket with what it expects, by namespace. */
async function discover({ socket }: ServedHome): Promise<Members> {
	const client = connect(socket);
	await once(client, "connect");
	const lines = createInterface(client);
	const ask = async (data: object): Promise<Members> => {
		const answer = once(lines, "line");
		client.write(`${JSON.stringify({ event: "system:discover", data })}\n`);
		const [line] = await answer;
		return membersOf(membersOf(JSON.parse(String(line))).namespaces);
	};
	const events: Record<string, unknown> = {};
	for (const namespace of Object.keys(await ask({ level: "summary" })))
		events[namespace] = (await ask({ level: "full", namespace }))[namespace];
	client.destroy();
	return events;
}

/** The schema that the server has made, and whether its ledger is hashed as it was. */
function fromDatabase(): Members {
	const database = new DatabaseSync(join(home, "writ.db"), { readOnly: true });
	try {
		const tables = database.prepare("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name").all();
		const version = database.prepare("SELECT * FROM schema_version").all();
		const records = database.prepare("SELECT * FROM ledger ORDER BY seq").all();
		const isWhole = records.every((row) => {
			const { prev } = membersOf(JSON.parse(String(row.record)));
			return createHash("sha256").update(`${prev}${row.record}`).digest("hex") === row.hash;
		});
		return {
			schema: { version, tables: Object.fromEntries(tables.map(({ name, sql }) => [String(name), digest(sql)])) },
			ledger: {
				columns: Object.keys(records[0] ?? {}),
				members: Object.keys(membersOf(JSON.parse(String(records[0]?.record ?? "{}")))),
				recordIsHashedBehindTheHashBefore: records.length > 0 && isWhole,
			},
		};
	} finally {
		database.close();
	}
}

/** What the command tells: its words, and how it ends. */
async function fromCommand(): Promise<Members> {
	const exitCodes: Record<string, number | null> = {};
	for (const words of LINES) exitCodes[`writ ${words.join(" ")}`] = (await runWrit(root, home, words)).code;
	return { commands: await commandWords(root, home), exitCodes, decisions: await decideCorpora() };
}

/** Digests of what is answered to the commands of the corpora, under several profiles. */
async function decideCorpora(): Promise<Members> {
	const folder = join(root, "test/corpus");
	const answers: Record<string, unknown> = {};
	for (const corpus of readdirSync(folder).filter((name) => name.endsWith(".jsonl"))) {
		const lines = readFileSync(join(folder, corpus), "utf8").trim().split("\n");
		const commands = lines.map((line) => membersOf(JSON.parse(line)).command).filter((command) => command !== undefined);
		if (commands.length === 0) continue;
		for (const profile of PROFILES) {
			const questions = commands.map((command) => JSON.stringify({ profile, root: "/srv/work", request: { kind: "command", command } }));
			const { output } = await runWrit(root, home, ["decide"], questions.join("\n"));
			answers[`${corpus} ${profile}`] = { lines: output.split("\n").length - 1, digest: digest(output) };
		}
	}
	return answers;
}

/** What only the sources tell. */
async function fromSources(): Promise<Members> {
	const { files, exportsOf, valueNamed, call } = sources;
	const migrations = await valueNamed("MIGRATIONS");
	return {
		engine: exportsOf("src/engine/index.ts").toSorted(),
		verbs: await verbNames(),
		reasonCodes: digests(await valueNamed("REASON_CODES")),
		errorCodes: errorCodes(files),
		exit: await valueNamed("EXIT"),
		ledgerKinds: await valueNamed("LEDGER_KINDS"),
		migrations: (Array.isArray(migrations) ? migrations : []).map(({ version, statements }) => ({
			version,
			...Object.fromEntries(DIALECTS.map((dialect) => [dialect.name, statements(dialect).map(digest)])),
		})),
		sealed: await sealedWrits(),
		chain: await chainOf(call),
		texts: textsOf(files),
	};
}

async function verbNames(): Promise<readonly string[]> {
	const authority = await sources.call("openAuthority", { home: mkdtempSync(join(home, "authority-")), database: ":memory:" });
	const names = flatNames(authority);
	const { close } = membersOf(authority);
	if (typeof close === "function") await close();
	return names.toSorted();
}

/** The functions of an object by their names, and those of objects inside it as `noun.verb`. */
function flatNames(value: unknown, before = ""): readonly string[] {
	return Object.entries(membersOf(value)).flatMap(([name, member]) => {
		if (typeof member === "function") return [`${before}${name}`];
		return typeof member === "object" ? flatNames(member, `${before}${name}.`) : [];
	});
}

/** Digests of every profile and agent that is shipped, sealed for one holder. */
async function sealedWrits(): Promise<Members> {
	const { call, valueNamed } = sources;
	const catalog = await valueNamed("shippedCatalog");
	const context = { agent: "ann", parent: "bo", children: ["cy"], root: "/srv/work", home: "/home/ann" };
	const sealed: Record<string, unknown> = {};
	for (const name of Object.keys(membersOf(membersOf(catalog).profiles)))
		sealed[name] = sealedDigest(await call("sealProfile", name, { ...context, catalog }));
	for (const name of Object.keys(membersOf(membersOf(catalog).agents))) {
		const { composition } = membersOf(await call("composeAgent", name, catalog));
		sealed[`agent ${name}`] = composition === undefined ? null : sealedDigest(await call("sealComposition", composition, context));
	}
	return sealed;
}

function sealedDigest(outcome: unknown): unknown {
	const { writ, problems } = membersOf(outcome);
	return writ === undefined ? { problems } : { digest: membersOf(writ).digest, whole: digest(writ) };
}

/** Three fixed records in their places. */
async function chainOf(call: typeof sources.call): Promise<unknown> {
	const entry = {
		principal: "agent:ann",
		keyId: "key_1",
		agent: "ann",
		point: "rest",
		effect: "deny",
		code: "no-edge",
		rule: "Bash(git log:*)",
		source: { layer: "user", file: "ä.yaml", line: 1 },
		writDigest: "0123",
		correlationId: 'c"1',
	};
	const made = { id: "rec_1", at: 0, moment: '1970-01-01T00:00:00.000Z"' };
	const requests = [
		{ kind: "decision", request: { kind: "command", command: "git push", token: "Bearer abcdefghijklmnopqrstuvwxyz012345" } },
		{ kind: "message", request: { to: "bo", content: "hello" } },
		{ kind: "note", request: { text: "…", long: "x".repeat(20_000) }, claimed: { agent: "cy" } },
	];
	const drafts = [];
	for (const one of requests) {
		const whole = { ...entry, ...one };
		drafts.push(await call("draftRecord", whole, await call("frameRecord", whole, "n1"), made, "digest"));
	}
	const { texts, hashes, seq, hash } = membersOf(await call("linkDrafts", drafts, { seq: 0, hash: "0".repeat(64) }));
	return { texts: digest(texts), hashes, seq, hash };
}

/** What lies in files beside the sources. */
function fromFiles(): Members {
	const { name, bin, exports, files, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
	return {
		package: { name, bin, exports, files, engines },
		schemas: digestsOf("definitions/schema"),
		reference: digestsOf("docs/reference"),
	};
}

function digestsOf(folder: string): Members {
	const names = readdirSync(join(root, folder)).toSorted();
	return Object.fromEntries(names.map((name) => [name, digest(readFileSync(join(root, folder, name), "utf8"))]));
}

function digests(value: unknown): Members {
	return Object.fromEntries(Object.entries(membersOf(value)).map(([name, member]) => [name, digest(member)]));
}

function digest(value: unknown): string {
	return createHash("sha256")
		.update(typeof value === "string" ? value : inOrder(value))
		.digest("hex")
		.slice(0, 16);
}

/** JSON whose members are sorted. */
function inOrder(value: unknown): string {
	return JSON.stringify(value, (_name, member) =>
		typeof member === "object" && member !== null && !Array.isArray(member) ? sortedMembers(member) : member,
	);
}

function sortedMembers(value: object): Members {
	return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function membersOf(value: unknown): Members {
	return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
