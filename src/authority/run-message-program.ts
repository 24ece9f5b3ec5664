import { type Agent, findSandbox } from "../agents/index.ts";
import type { Writ } from "../engine/index.ts";
import type { Program, ProgramEnd } from "../runners/index.ts";
import { isWithin } from "../sandbox/index.ts";
import { findSession } from "../store/index.ts";
import { tooWeak } from "./accept-runner.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { decide } from "./decide.ts";
import { recordEnd } from "./end-run.ts";
import { inject } from "./inject.ts";
import { type KnownMachine, knownMachine } from "./launch/known-machine.ts";
import type { PreparedRun } from "./launch/plan-launch.ts";
import type { RunAuthority, RunReport } from "./launch/run-report.ts";
import { superviseRun } from "./launch/supervise-run.ts";
import { ownDirectory } from "./own-directory.ts";
import { parentFacts, writtenByOthers } from "./prepare-run.ts";
import { noteConnection } from "./record-connection.ts";
import { makeRunKey } from "./run-message-key.ts";
import { programStreams } from "./run-message-streams.ts";
import type { TakenMessage } from "./run-message-taken.ts";
import { heldNow } from "./seal-child.ts";
import { note } from "./work.ts";

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
