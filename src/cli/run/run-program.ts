import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { lastingClient, openClient, type ServerReply, textOf } from "../../client/index.ts";
import { present } from "../../engine/index.ts";
import { configurationHome, wasChanged } from "../../platform/index.ts";
import { type KnownMachine, knownMachine, type PreparedRun, type RunOrder } from "../../supervise/index.ts";
import type { Terminal } from "../terminal.ts";
import type { ChosenPermissions } from "./compose-own.ts";
import { type RunSettings, readSettings } from "./read-settings.ts";
import { type RunOptions, runPlace } from "./run-words.ts";
import { type FinishedRun, tellRun } from "./tell-run.ts";

/** Bubblewrap takes 9,000, its own among them. */
const MOST_WORDS = 8000;

/** Runs a program confined by a profile, and ends with its exit code. */
export async function runProgram(command: readonly string[], options: RunOptions, terminal: Terminal): Promise<number> {
	const tell = tellRun(options.json === true, terminal);
	if (command.length > MOST_WORDS)
		return tell.mistake(
			`The program has ${command.length} words, and bubblewrap takes at most ${MOST_WORDS}: hand them over in a file, or with xargs -n`,
		);
	if (command.some((word) => wasChanged(word, () => readFileSync("/proc/self/cmdline"))))
		return tell.mistake("A word of the program is not UTF-8, and would be changed on the way: hand it over in a file");
	const place = runPlace(options, terminal.directory);
	if (!place.ok) return place.linked === true ? tell.linked(place.problem) : tell.mistake(place.problem);
	const home = configurationHome(options.home);
	const settings = await readSettings(home);
	if (!settings.ok) return tell.mistake(settings.problem);
	const permissions = await choosePermissions(options, place.workspace, terminal.directory);
	if (!permissions.ok) return tell.problems(permissions.problems);

	const opening = openClient(home);
	const machine = await knownMachine(home, process.env.PATH ?? "");
	const opened = await opening;
	if (!opened.ok) return tell.fault(opened, "", machine);
	const client = lastingClient(home, opened.client);
	try {
		const asking = client.send("sandbox:prepare", prepareData(options, place.workspace, permissions.data, machine));
		// Read while the authority works.
		const { superviseProgram } = await import("./supervise-program.ts");
		const asked = await asking;
		if (!asked.ok) return tell.fault(asked, "sandbox:prepare", machine);
		// What the authority of this very home answers.
		const prepared = { ...asked.reply, agent: textOf(asked.reply.agent_id) } as unknown as PreparedRun;
		tell.progress({ event: "prepared", agent_id: prepared.agent, writ_digest: prepared.writ.digest });
		// Who names a profile may count on all of it.
		if (options.profile !== undefined) tell.unasked(prepared.writ.terms);
		const terminated = new AbortController();
		void client.untilTerminated(prepared.agent).then(() => terminated.abort());
		const errors = options.json === true ? { onErrors: tell.sawErrors } : {};
		const order = { ...orderOf(options, settings.settings), ...errors, ended: terminated.signal, home, machine, prepared, command };
		const run = await superviseProgram(order, client, options, settings.settings, tell);
		const ended = await client.send("sandbox:exit", endData(prepared, run, options));
		return tell.end(prepared, machine, run, ended);
	} finally {
		client.close();
	}
}

function orderOf(options: RunOptions, { run_as: usualUser }: RunSettings): Omit<RunOrder, "home" | "machine" | "prepared" | "command"> {
	return {
		environment: options.env ?? [],
		hardLinks: options.breakHardlinks === true ? "copy" : options.hardlinks === "refuse" ? "refuse" : "read_only",
		searchPath: process.env.PATH ?? "",
		keepsCaches: true,
		personsHome: homedir(),
		variables: process.env,
		...present({ runAs: options.runAs, usualUser }),
	};
}

function prepareData(options: RunOptions, workspace: string | null, permissions: ServerReply, machine: KnownMachine): ServerReply {
	const { id, session, mode, parent, keep } = options;
	return present({
		agent_id: id,
		...permissions,
		session_id: session,
		parent_agent_id: parent,
		sandbox_config: present({ mode, workspace: workspace ?? undefined }),
		level: machine.level,
		binds_paths: !machine.bindsDescriptors,
		least_level: options.level,
		pid: process.pid,
		keep: keep === true,
	});
}

function endData({ agent }: PreparedRun, run: FinishedRun, { keep = false }: RunOptions): ServerReply {
	if (run.started) {
		const { exitCode, usage, limits, findings } = run;
		return { agent_id: agent, exit_code: exitCode, usage, limits, findings, keep };
	}
	const [problem] = run.problems;
	// Nothing ran, so nothing is kept.
	return { agent_id: agent, limits: [], findings: [], keep: false, refused: { code: problem?.code, message: problem?.message } };
}

/** Where a project keeps definitions; an empty `.writ` may be the stub of another program's sandbox. */
const FOLDERS = ["profiles", "fragments", "agents"];
const DEFAULT_PROFILE = "interactive";

/**
 * A shipped name is for the authority to look up. A file, and names in a home or a workspace that has definitions of its own, are worked
 * out here: the authority has read the home's when it started, and never sees the others.
 */
async function choosePermissions(
	{ profile, agent, home }: RunOptions,
	workspace: string | null,
	directory: string,
): Promise<ChosenPermissions> {
	const hasProject = workspace !== null && FOLDERS.some((folder) => existsSync(join(workspace, ".writ", folder)));
	const isOwn = hasOwn(configurationHome(home), profile ?? DEFAULT_PROFILE, agent);
	if (!hasProject && !isOwn && !isFile(profile) && !isFile(agent)) return { ok: true, data: byName(profile, agent) };
	const { composeOwn } = await import("./compose-own.ts");
	const words = agent === undefined ? { profile: profile ?? DEFAULT_PROFILE } : { agent, profile };
	return composeOwn(words, home, workspace ?? directory, directory);
}

/** Whether the person has written the profile or the agent. */
function hasOwn(home: string, profile: string, agent: string | undefined): boolean {
	const files = [
		...[".yaml", ".yml"].map((ending) => join("profiles", `${profile}${ending}`)),
		...(agent === undefined ? [] : [".yaml", ".yml", ".md"].map((ending) => join("agents", `${agent}${ending}`))),
	];
	return files.some((file) => existsSync(join(home, file)));
}

function byName(profile: string | undefined, agent: string | undefined): ServerReply {
	if (agent === undefined) return { permission_profile: profile ?? DEFAULT_PROFILE };
	return profile === undefined ? { profile: agent } : { profile: agent, permission_profile: profile };
}

function isFile(word: string | undefined): boolean {
	return word !== undefined && (/^\.{0,2}\//.test(word) || /\.(yaml|yml|json|md)$/.test(word));
}
