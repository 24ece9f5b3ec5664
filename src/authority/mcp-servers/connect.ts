import type { Readable, Writable } from "node:stream";
import { CONFINEMENT_LEVELS, type ConfinementLevel, decide } from "../../engine/index.ts";
import { openConnection, type ServerPlace } from "../../mcp-client/index.ts";
import {
	type CommandStreams,
	knownMachine,
	type PreparedRun,
	type RunAuthority,
	type RunReport,
	superviseRun,
} from "../../supervise/index.ts";
import { tooWeak } from "../agents/birth.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { note } from "../work.ts";
import type { ConnectedServer, ServerEvents } from "./open-live-server.ts";
import { prepareServer } from "./sandbox.ts";
import { type McpServer, toldBy } from "./server.ts";

/** Starts or reaches a server and lists its tools, or says why that cannot be; then nothing of it is left. */
export async function connectMcpServer(
	context: Context,
	mount: Pick<McpServer, "id" | "uid" | "definition" | "secrets">,
	events: ServerEvents,
	closing: AbortSignal,
): Promise<Outcome<ConnectedServer>> {
	const { definition } = mount;
	const missing = missingSecrets(mount);
	if (missing !== null) return refuse("server-unavailable", `The value of ${missing} is not known here: mount the server again`);
	const started = definition.transport === "stdio" ? await startServer(context, mount).catch(broken(context, mount.id)) : null;
	if (started !== null && !started.ok) return started;
	const program = started?.value ?? null;
	let isOpen = false;
	const onEnded = (why: string | null): void => {
		if (isOpen) events.onEnded(why ?? "It ended");
	};
	const opening = openConnection(placeOf(mount, program), { limits: context.mountLimits, onChanged: events.onChanged, onEnded });
	try {
		const connection = await within(context.mountLimits.connectMilliseconds, closing, opening);
		const end = async (): Promise<void> => {
			await connection.close().catch(() => undefined);
			await program?.end();
		};
		try {
			const seen = await within(context.mountLimits.connectMilliseconds, closing, connection.list());
			isOpen = true;
			return done({ connection, seen, end });
		} catch (error) {
			await end();
			return failed(mount, error, program);
		}
	} catch (error) {
		void opening.then((late) => late.close()).catch(() => undefined);
		await program?.end();
		return failed(mount, error, program);
	}
}

/** What nobody expected is for the log. */
function broken(context: Context, id: string): (error: unknown) => ReturnType<typeof refuse> {
	return (error) => {
		context.log(`the program of ${id} could not be started: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		return refuse("sandbox-failed", "The program could not be started: the log of the server says why");
	};
}

function placeOf({ definition, secrets }: Pick<McpServer, "definition" | "secrets">, program: ServerProcess | null): ServerPlace {
	if (program !== null) return { kind: "streams", streams: program };
	return { kind: "http", url: new URL(`${definition.url ?? ""}${secrets.query}`), headers: secrets.headers };
}

/** A copy of another home has the names of secrets and not their values. */
function missingSecrets({
	definition: { env = [], headers = [], query },
	secrets,
}: Pick<McpServer, "definition" | "secrets">): string | null {
	const name = env.find((one) => !Object.hasOwn(secrets.env, one)) ?? headers.find((one) => !Object.hasOwn(secrets.headers, one));
	return name ?? (query === true && secrets.query === "" ? "the query of its address" : null);
}

async function failed(
	{ definition, secrets }: Pick<McpServer, "definition" | "secrets">,
	error: unknown,
	program: ServerProcess | null,
): Promise<ReturnType<typeof refuse>> {
	const said = error instanceof Error ? error.message : String(error);
	const code = program === null ? null : await program.ended;
	const lines = program?.complaints().trim().split("\n") ?? [];
	const last = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "";
	const words = [
		definition.transport === "stdio" ? "The server did not start" : "The server cannot be reached",
		`: ${said}`,
		code === null || code === 137 ? "" : ` (exit code ${code})`,
		last === "" ? "" : `. It said: ${last}`,
	].join("");
	return refuse("server-unavailable", toldBy(words, secrets));
}

async function within<T>(milliseconds: number, closing: AbortSignal, work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(milliseconds / 1_000)} s`)), milliseconds);
	const stop = (): void => reject(new Error("the authority stops"));
	closing.addEventListener("abort", stop);
	if (closing.aborted) stop();
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
		closing.removeEventListener("abort", stop);
	}
}

/** A server's program that runs in its sandbox. */
interface ServerProcess {
	readonly input: Writable;
	readonly output: Readable;
	/** What it wrote last to standard error. */
	readonly complaints: () => string;
	/** Ends it; resolves when nothing of it is left. */
	readonly end: () => Promise<void>;
	readonly ended: Promise<number | null>;
}

/** Starts the program of a server, confined by its profile, or says why it cannot be. */
async function startServer(
	context: Context,
	mount: Pick<McpServer, "id" | "uid" | "definition" | "secrets">,
): Promise<Outcome<ServerProcess>> {
	const { definition, secrets } = mount;
	const prepared = prepareServer(context, mount);
	if (!prepared.ok) return prepared;
	const machine = await knownMachine(context.home, process.env.PATH ?? "");
	const weak = tooWeak(machine, prepared.value.writ) ?? belowLevel(machine.level, definition.level);
	if (weak !== null) return weak;
	const cut = new AbortController();
	const { promise: connected, resolve: connect } = Promise.withResolvers<Connected>();
	const running = superviseRun(
		{
			machine,
			prepared: prepared.value,
			home: context.home,
			command: [definition.command ?? "", ...(definition.args ?? [])],
			environment: Object.keys(secrets.env),
			// SECURITY: nothing of the server's own environment.
			variables: secrets.env,
			hardLinks: "read_only",
			searchPath: process.env.PATH ?? "",
			ended: cut.signal,
			streams: (command) => serverStreams(command, connect),
		},
		serverAuthority(context, mount.id, prepared.value),
	);
	const ended = running
		.then(async (report) => {
			await recordEnd(context, mount.id, report);
			return report.started ? report.exitCode : null;
		})
		.catch((error: unknown) => {
			context.log(`the program of ${mount.id} was not seen to its end: ${error instanceof Error ? error.message : String(error)}`);
			return null;
		});
	const first = await Promise.race([connected, running]);
	if ("started" in first)
		return refuse(
			"sandbox-failed",
			first.started ? "The program ended at once" : (first.problems[0]?.message ?? "The program was not started"),
		);
	return done({
		...first,
		ended,
		end: async () => {
			cut.abort();
			await ended;
		},
	});
}

/** How a program ended, what it took too much of, and what it left that must not stay. */
async function recordEnd(context: Context, id: string, report: RunReport): Promise<void> {
	if (!report.started) return;
	const { exitCode, limits, findings } = report;
	await context.store.record(async (transaction) => {
		const request = {
			action: "exited",
			server: id,
			exit_code: exitCode,
			limits,
			findings: findings.map(({ path, kind, change, outcome }) => ({ path, kind, change, outcome })),
		};
		note(context, transaction, ITSELF, { kind: "mcp", agent: null, request });
	});
}

function belowLevel(level: ConfinementLevel, least: ConfinementLevel | undefined): ReturnType<typeof refuse> | null {
	if (least === undefined || CONFINEMENT_LEVELS.indexOf(level) >= CONFINEMENT_LEVELS.indexOf(least)) return null;
	return refuse("sandbox-level", `Level ${least} is asked for, and this machine has ${level}. See \`writ doctor\`.`);
}

type Connected = Pick<ServerProcess, "input" | "output" | "complaints">;
const KEPT = 4_096;

/** Streams that stay open for as long as the program runs; of what it complains only the last is kept. */
function serverStreams(command: readonly string[], connect: (connected: Connected) => void): CommandStreams {
	const closing: Promise<void>[] = [];
	let kept = Buffer.alloc(0);
	return {
		stdio: ["pipe", "pipe", "pipe"],
		command,
		connect({ stdin, stdout, stderr }) {
			if (stdin === null || stdout === null || stderr === null) return;
			stderr.on("data", (bytes: Buffer) => {
				kept = Buffer.concat([kept, bytes.subarray(-KEPT)]).subarray(-KEPT);
			});
			for (const stream of [stdin, stdout, stderr]) stream.on("error", () => undefined);
			for (const stream of [stdout, stderr]) closing.push(new Promise((resolve) => stream.once("close", () => resolve())));
			connect({ input: stdin, output: stdout, complaints: () => kept.toString("utf8") });
		},
		async restore() {
			await Promise.all(closing);
			return null;
		},
	};
}

/** Decides about the connections of a server by its own profile, and records them. */
function serverAuthority(context: Context, id: string, { writ }: PreparedRun): RunAuthority {
	const record = (request: Readonly<Record<string, unknown>>, denied?: string): Promise<void> =>
		context.store.record(async (transaction) => {
			const outcome = denied === undefined ? {} : { effect: "deny" as const, code: denied };
			note(context, transaction, ITSELF, {
				kind: "mcp",
				agent: null,
				request: { server: id, ...request },
				writDigest: writ.digest,
				...outcome,
			});
		});
	return {
		async launch({ plan, argvDigest }) {
			await record({ action: "launched", argv: argvDigest, coarse: plan.coarse, missing: plan.missing });
			return null;
		},
		async decide(host, port) {
			const { effect, reasons } = decide(writ, { kind: "network", host, port });
			const [{ code, message }] = reasons;
			await record({ action: "connected", host, port }, effect === "allow" ? undefined : code);
			return { effect, code, message };
		},
		async record(seen) {
			await record({ action: "connection", ...seen });
		},
	};
}

const ITSELF: Caller = { principal: { kind: "system", name: "authority", keyId: null }, point: "mcp", correlationId: null };
