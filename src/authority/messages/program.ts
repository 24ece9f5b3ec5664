import { principalName, type Writ } from "../../engine/index.ts";
import { LONGEST_WORK, type Program, type ProgramEnd } from "../../runners/index.ts";
import { isWithin } from "../../sandbox/index.ts";
import { type Agent, findSandbox, findSession } from "../../state/agents/index.ts";
import { createKey, revokeKeyRow } from "../../state/keys/index.ts";
import type { Message } from "../../state/messages/index.ts";
import {
	type CommandStreams,
	type KnownMachine,
	knownMachine,
	type PreparedRun,
	type RunAuthority,
	type RunReport,
	superviseRun,
} from "../../supervise/index.ts";
import { tooWeak } from "../agents/birth.ts";
import { heldNow } from "../agents/seal.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { decide } from "../decisions/decide.ts";
import { inject } from "../edges/injected.ts";
import { ENDED } from "../records/events.ts";
import { ownDirectory } from "../sandboxes/directories.ts";
import { noteConnection, parentFacts, recordEnd, writtenByOthers } from "../sandboxes/runs.ts";
import { note } from "../work.ts";

/** Starts a program for one message inside the agent's sandbox, as `writ run` does, and waits for its end; all of it is recorded. */
export async function startProgram(context: Context, { agent, message }: TakenMessage, program: Program): Promise<ProgramEnd> {
	const machine = await knownMachine(context.home, process.env.PATH ?? "");
	const prepared = await prepare(context, agent, machine);
	if (typeof prepared === "string") return { ok: false, message: prepared };
	const weak = tooWeak(machine, prepared.writ);
	if (weak !== null) return { ok: false, message: weak.refusal.message };
	await inject(context, agent.id);
	const itself: Caller = { principal: ITSELF, point: POINT, correlationId: message.correlation_id };
	const key = await makeRunKey(context, itself, agent, message.id);
	const variables = { ...program.variables, WRIT_KEY: key.value };
	try {
		const report = await superviseRun(
			{
				machine,
				prepared,
				home: context.home,
				command: program.command,
				// The names are those that the plan passes on, of the server's own as far as the writ says it.
				environment: Object.keys(variables),
				variables: { ...process.env, ...variables },
				hardLinks: "read_only",
				searchPath: process.env.PATH ?? "",
				ended: program.ended,
				streams: (command) => programStreams(command, program),
			},
			runAuthority(context, agent, itself, machine),
		);
		await recordReport(context, itself, agent.id, report);
		if (report.started) return { ok: true, exitCode: report.exitCode };
		return { ok: false, message: report.problems[0]?.message ?? "The program was not started" };
	} finally {
		await key.end();
	}
}

const POINT = "runner";
const ITSELF: Caller["principal"] = { kind: "system", name: "authority", keyId: null };

/** What is known of an agent that has its sandbox already; a text says what is missing. */
function prepare(context: Context, { id }: Agent, { bindsDescriptors }: KnownMachine): Promise<PreparedRun | string> {
	return context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, id);
		const sandbox = known === null ? null : await findSandbox(transaction, id);
		if (known === null || sandbox === null) return "The agent has no sandbox";
		const own = ownDirectory(sandbox)[0] ?? sandbox.path;
		if (!isWithin(own, context.home)) return "The sandbox of the agent is not in this home";
		const writ: Writ = heldNow(known);
		const session = sandbox.session === null ? null : await findSession(transaction, sandbox.session);
		return {
			agent: id,
			writ,
			own,
			managed: isWithin(writ.places.real.workspace ?? "/", `${context.home}/sandboxes`),
			session: session === null ? null : { workspace: `${session.path}/workspace` },
			parent: known.parent === null ? null : await parentFacts(context, transaction, known.parent),
			agentsWrite: bindsDescriptors ? [] : await writtenByOthers(context, transaction, id),
			warnings: [],
		};
	});
}

/** Decides and records for the program of one message. */
function runAuthority(context: Context, agent: Agent, itself: Caller, { level }: KnownMachine): RunAuthority {
	const asAgent: Caller = { ...itself, principal: { kind: "agent", id: agent.id, uid: agent.uid, keyId: null } };
	return {
		launch: ({ plan, argvDigest }) =>
			context.store.record(async (transaction) => {
				const living = (await context.known.find(transaction, agent.id))?.agent;
				if (living?.uid !== agent.uid || living.status === "stopped") return { code: "unknown-agent", message: "The agent was ended" };
				const sandbox = await findSandbox(transaction, agent.id);
				const [own] = sandbox === null ? [] : ownDirectory(sandbox);
				if (own !== undefined) context.storage.annotate(own, { writ: agent.digest, config: { run: { keep: true }, plan } });
				const { coarse, missing } = plan;
				note(context, transaction, itself, {
					kind: "sandbox",
					agent: agent.id,
					request: { action: "launched", level, argv: argvDigest, coarse, missing },
					writDigest: living.digest,
				});
				return null;
			}),
		async decide(host, port) {
			const { decision } = await decide(context, asAgent, agent.id, { kind: "network", host, port });
			const [{ code, message }] = decision.reasons;
			return { effect: decision.effect, code, message };
		},
		async record(seen) {
			await context.store.record(async (transaction) => noteConnection(context, transaction, itself, agent, seen));
		},
	};
}

async function recordReport(context: Context, itself: Caller, id: string, report: RunReport): Promise<void> {
	await context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, id);
		// Whose agent is gone has its end in the ledger already.
		if (known === null) return;
		const [problem] = report.started ? [] : report.problems;
		recordEnd(context, transaction, itself, known.agent, {
			exitCode: report.started ? report.exitCode : null,
			usage: report.started ? report.usage : null,
			limits: report.started ? report.limits : [],
			findings: report.started ? report.findings : [],
			...(problem === undefined ? {} : { refused: problem }),
			keep: true,
		});
	});
}

/** One message that was taken for an agent, to be worked on. */
export interface TakenMessage {
	readonly agent: Agent;
	readonly message: Message;
}

/** A key by which the program of one message acts as its agent. */
interface RunKey {
	readonly value: string;
	end(): Promise<void>;
}

/** Beyond the longest work, for the case that nobody lives to end the key. */
const GRACE = 60_000;

/** Makes a key that ends with the work on one message. SECURITY: values of keys are not kept, so a program gets one of its own. */
async function makeRunKey(context: Context, caller: Caller, agent: Agent, message: string): Promise<RunKey> {
	const { key, value } = await context.store.change(async (transaction) => {
		const now = context.clock.now();
		const made = await createKey(transaction, {
			name: `runner ${message}`,
			scope: "agent",
			agent: agent.id,
			createdBy: principalName(caller.principal),
			expiresAt: now + LONGEST_WORK * 1000 + GRACE,
			now,
		});
		note(context, transaction, caller, { kind: "key", agent: agent.id, request: { action: "created", key: made.key.id, message } });
		return made;
	});
	return {
		value,
		async end() {
			await context.store.change(async (transaction) => {
				// Keys of children that the program has started live on: their agents do.
				if (!(await revokeKeyRow(transaction, key.id, context.clock.now()))) return;
				transaction.touch("key", key.id);
				note(context, transaction, caller, { kind: "key", agent: agent.id, request: { action: "revoked", key: key.id, message } });
			});
			context.signals.raise(ENDED);
		},
	};
}

/** The streams of a program that is given a message and asked for an answer. */
function programStreams(command: readonly string[], { input, onOutput, onErrors }: Program): CommandStreams {
	const reading: Promise<void>[] = [];
	return {
		stdio: ["pipe", "pipe", "pipe"],
		command,
		connect({ stdin, stdout, stderr }) {
			// A program need not read what it is given.
			stdin?.on("error", () => undefined);
			stdin?.end(input);
			for (const [stream, heard] of [
				[stdout, onOutput],
				[stderr, onErrors],
			] as const) {
				if (stream === null) continue;
				stream.on("data", heard);
				stream.on("error", () => undefined);
				reading.push(new Promise((resolve) => stream.once("close", () => resolve())));
			}
		},
		async restore() {
			await Promise.all(reading);
			return null;
		},
	};
}
