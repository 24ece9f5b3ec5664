import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { imagineDirectories, knownMachine, type PlanProblem, previewPlan, type SandboxPlan } from "../../authority/index.ts";
import type { ConfinementLevel } from "../../engine/index.ts";
import { configurationHome } from "../../platform/index.ts";
import { complain, withClient } from "../client/ask.ts";
import { complainOfProblems, complainOfWords } from "../complain.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import { sealNamed } from "../seal-for.ts";
import type { CommonOptions, Session } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { planText } from "./plan-text.ts";

interface PlanOptions extends CommonOptions {
	readonly profile?: string;
	readonly agentId?: string;
	readonly workspace?: string;
	readonly managed?: boolean;
}

/** `writ sandbox plan`: what a program would find inside, and what would hold it. */
export function addPlan(command: Command, session: Session): void {
	command
		.command("plan")
		.summary("show what a program would find inside")
		.description(
			"Show the sandbox that a profile or an agent gives to a program: mounts, network, limits, and what is not held. Nothing is started.",
		)
		.option("--profile <name>", "a profile, by its name or file (default: interactive)")
		.option("--agent-id <id>", "a living agent instead")
		.option("--workspace <dir>", "where the program would work (default: here)")
		.option("--managed", "in a directory of its own instead")
		.action((options: PlanOptions) => showPlan(session, options));
}

async function showPlan(session: Session, options: PlanOptions): Promise<void> {
	const { terminal, end } = session;
	const { profile, agentId, workspace, managed = false } = options;
	if (agentId !== undefined && (profile !== undefined || workspace !== undefined || managed))
		return end(complainOfWords("a living agent has its profile and its workspace: --agent-id stands alone", terminal));
	if (workspace !== undefined && managed)
		return end(complainOfWords("--workspace and --managed say different things: choose one", terminal));
	const home = configurationHome(options.home);
	const { level } = await knownMachine(home, process.env.PATH ?? "");
	if (agentId !== undefined) return planOfAgent(session, options, agentId, level);
	return end(await planOfProfile(terminal, options, realHome(home), level));
}

function planOfAgent(session: Session, options: PlanOptions, agent: string, level: ConfinementLevel): Promise<void> {
	return withClient(session, options, async (client, terminal) => {
		const answer = await client.send("sandbox:plan", { agent_id: agent, level });
		if (!answer.ok) return complain(answer, "sandbox:plan", terminal, options);
		// The authority of this very version made it.
		const { plan, problems } = answer.reply as unknown as { readonly plan: SandboxPlan | null; readonly problems: readonly PlanProblem[] };
		return plan === null ? tellProblems(problems, terminal, options) : tellPlan(plan, terminal, options);
	});
}

async function planOfProfile(terminal: Terminal, options: PlanOptions, home: string, level: ConfinementLevel): Promise<ExitCode> {
	const directories = imagineDirectories(home);
	const root = options.managed === true ? directories.workspace : realDirectory(resolve(terminal.directory, options.workspace ?? "."));
	if (root === null) return complainOfWords(`the workspace ${options.workspace} is no directory`, terminal);
	const catalog = openCatalog(options.home, options.managed === true ? terminal.directory : root);
	const holder = { agent: "planned", root, places: directories.places };
	const sealed = sealNamed({ profile: options.profile ?? DEFAULT_PROFILE }, catalog, holder, terminal.directory);
	if (!sealed.ok) return complainOfProblems(sealed.problems, terminal, options.json);
	const planned = await previewPlan(sealed.writ, home, level, directories);
	return planned.ok ? tellPlan(planned.plan, terminal, options) : tellProblems(planned.problems, terminal, options);
}

const DEFAULT_PROFILE = "interactive";

function tellPlan(plan: SandboxPlan, { write, paint }: Terminal, { json = false }: PlanOptions): ExitCode {
	write(json ? `${JSON.stringify({ ok: true, plan })}\n` : planText(plan, paint));
	return EXIT.ok;
}

function tellProblems(problems: readonly PlanProblem[], terminal: Terminal, { json = false }: PlanOptions): ExitCode {
	const { bad, faint } = terminal.paintComplaint;
	if (json) terminal.write(`${JSON.stringify({ ok: false, problems })}\n`);
	else for (const { message, cure, code } of problems) terminal.complain(`${bad("writ:")} ${message} ${faint(`[${code}]`)}\n  ${cure}\n`);
	const exits = problems.map(({ exit }) => exit);
	return exits.includes(2) ? EXIT.invalid : exits.includes(1) ? EXIT.denied : EXIT.broken;
}

function realDirectory(path: string): string | null {
	try {
		return realpathSync(`${path}/`);
	} catch {
		return null;
	}
}

/** A home that does not exist yet has nothing in it. */
function realHome(home: string): string {
	return realDirectory(home) ?? home;
}
