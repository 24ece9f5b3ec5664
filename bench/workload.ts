import { pick, randomFrom, sample } from "./random.ts";

/** What one profile of the workload grants: the same words for every engine. */
export interface WorkloadProfile {
	readonly name: string;
	readonly tools: readonly string[];
	/** Globs below `/ws`: `dir/**` is a tree, `dir/*.ext` are files of one directory. */
	readonly paths: readonly string[];
	/** Beginnings of argv, as words with single spaces. */
	readonly commands: readonly string[];
	readonly targets: readonly string[];
}

export type WorkloadRequest =
	| { readonly agent: string; readonly kind: "tool"; readonly tool: string; readonly allowed: boolean }
	| { readonly agent: string; readonly kind: "path"; readonly path: string; readonly allowed: boolean }
	| { readonly agent: string; readonly kind: "command"; readonly command: string; readonly allowed: boolean }
	| { readonly agent: string; readonly kind: "target"; readonly target: string; readonly allowed: boolean };

export type Kind = WorkloadRequest["kind"];
export const KINDS: readonly Kind[] = ["tool", "path", "command", "target"];

export interface Workload {
	readonly profiles: readonly WorkloadProfile[];
	/** Agent → its profile. */
	readonly agents: ReadonlyMap<string, WorkloadProfile>;
	readonly requests: readonly WorkloadRequest[];
}

/** The workspace; paths in requests are absolute and hold no links. */
export const ROOT = "/ws";

const TOOLS =
	"Read Write Edit MultiEdit Grep Glob LS TodoRead TodoWrite NotebookEdit NotebookRead WebSearch Task AskUserQuestion Skill ExitPlanMode BashOutput KillShell SlashCommand EnterPlanMode TaskList CronList TeamDelete ToolSearch".split(
		" ",
	);
const FOLDERS = "src test docs lib app server client tools scripts data".split(" ");
const EXTENSIONS = ["ts", "md", "json", "txt"];
const COMMANDS = [
	"git status",
	"git log",
	"git diff",
	"git show",
	"npm test",
	"npm run build",
	"npm run lint",
	"ls",
	"cat",
	"wc",
	"head",
	"grep",
	"expr",
	"uptime",
	"du",
	"stat",
];
const FORBIDDEN = ["git push origin main", "npm publish", "rm src/a.ts", "docker ps", "curl https://a.example", "chmod 600 src/a.ts"];
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
	"git status": ["", " --short", " -s -- src"],
	"git log": ["", " --oneline -n 20", " -p -1 -- src/a.ts"],
	"git diff": ["", " --stat", " HEAD -- src"],
	"git show": ["", " HEAD", " --stat HEAD"],
	"npm test": [""],
	"npm run build": [""],
	"npm run lint": [""],
	ls: ["", " -la src", " docs"],
	cat: [" src/a.ts", " docs/a.md docs/b.md"],
	wc: [" -l src/a.ts", " -c docs/a.md"],
	head: [" -n 20 src/a.ts", " docs/a.md"],
	grep: [" -n import src/a.ts", " -c foo docs/a.md"],
	expr: [" 1 + 2", " 3"],
	uptime: [""],
	du: [" -sh src", " docs"],
	stat: [" src/a.ts", " docs/a.md"],
};

/** One world for every engine: agents on ten profiles, and requests of four kinds in equal parts, half of them denied. */
export function makeWorkload(agentCount: number, requestCount: number, seed: number): Workload {
	// With fewer there is nobody left whom an agent may not reach.
	if (agentCount < 50) throw new Error("the workload needs at least 50 agents");
	const random = randomFrom(seed);
	const ids = Array.from({ length: agentCount }, (_, index) => `agent-${index}`);
	const profiles = Array.from({ length: 10 }, (_, index): WorkloadProfile => {
		const folders = sample(FOLDERS, 6, random);
		return {
			name: `profile-${index}`,
			tools: sample(TOOLS, 15, random),
			paths: folders.map((folder, place) => (place < 4 ? `${folder}/**` : `${folder}/*.${pick(EXTENSIONS, random)}`)),
			commands: sample(COMMANDS, 8, random),
			targets: sample(ids, 20, random),
		};
	});
	const agents = new Map(ids.map((id, index) => [id, at(profiles, index)]));
	const requests = Array.from({ length: requestCount }, (_, index): WorkloadRequest => {
		const agent = pick(ids, random);
		const profile = agents.get(agent) ?? at(profiles, 0);
		return makeRequest(at(KINDS, index), Math.floor(index / KINDS.length) % 2 === 0, agent, profile, ids, random);
	});
	return { profiles, agents, requests };
}

/**
 * The same world asked what nobody asked before: the names of files, of strangers and the blanks after a command are new
 * in each request. Tools, and targets that may be reached, are few and stay what they are.
 */
export function freshRequests(agentCount: number, requestCount: number, seed: number): readonly WorkloadRequest[] {
	return makeWorkload(agentCount, requestCount, seed).requests.map((request, index) => renewed(request, index));
}

function renewed(request: WorkloadRequest, index: number): WorkloadRequest {
	switch (request.kind) {
		case "tool":
			return request;
		case "path":
			return { ...request, path: request.path.replace(/(?=\.[a-z]+$)/, `-${index}`) };
		case "command":
			return { ...request, command: `${request.command} ${index.toString(2).replaceAll("0", " ").replaceAll("1", "\t")}` };
		case "target":
			return request.allowed ? request : { ...request, target: `stranger-${index}` };
	}
}

function makeRequest(
	kind: Kind,
	allowed: boolean,
	agent: string,
	profile: WorkloadProfile,
	ids: readonly string[],
	random: () => number,
): WorkloadRequest {
	switch (kind) {
		case "tool":
			return { agent, kind, allowed, tool: pick(allowed ? profile.tools : without(TOOLS, profile.tools), random) };
		case "path":
			return { agent, kind, allowed, path: allowed ? pathInside(pick(profile.paths, random), random) : pathOutside(profile, random) };
		case "command":
			return { agent, kind, allowed, command: allowed ? commandOf(pick(profile.commands, random), random) : forbiddenFor(profile, random) };
		case "target":
			return {
				agent,
				kind,
				allowed,
				target: allowed ? pick(without(profile.targets, [agent]), random) : stranger(profile, agent, ids, random),
			};
	}
}

function pathInside(glob: string, random: () => number): string {
	const name = `file-${Math.floor(random() * 1000)}`;
	if (!glob.endsWith("/**")) return `${ROOT}/${glob.replace("*", name)}`;
	const middle = pick(["", "deep/", "deep/deeper/"], random);
	return `${ROOT}/${glob.slice(0, -2)}${middle}${name}.${pick(EXTENSIONS, random)}`;
}

function pathOutside(profile: WorkloadProfile, random: () => number): string {
	const name = `file-${Math.floor(random() * 1000)}`;
	const narrow = profile.paths.filter((glob) => !glob.endsWith("/**"));
	const closed = without(
		FOLDERS,
		profile.paths.map((glob) => glob.slice(0, glob.indexOf("/"))),
	);
	// Another folder, a folder whose name only begins alike, below a one-directory glob, or quite elsewhere.
	const choices = [
		`${ROOT}/${pick(closed, random)}/${name}.ts`,
		`${ROOT}/${pick(FOLDERS, random)}-old/${name}.ts`,
		`${ROOT}/${pick(narrow, random).replace("*", `deep/${name}`)}`,
		`/etc/${name}.conf`,
	];
	return pick(choices, random);
}

function commandOf(start: string, random: () => number): string {
	return start + pick(ENDINGS[start] ?? [""], random);
}

function forbiddenFor(profile: WorkloadProfile, random: () => number): string {
	if (random() < 0.5) return pick(FORBIDDEN, random);
	return commandOf(pick(without(COMMANDS, profile.commands), random), random);
}

function stranger(profile: WorkloadProfile, agent: string, ids: readonly string[], random: () => number): string {
	for (;;) {
		const id = pick(ids, random);
		if (id !== agent && !profile.targets.includes(id)) return id;
	}
}

function without<T>(items: readonly T[], unwanted: readonly T[]): readonly T[] {
	return items.filter((item) => !unwanted.includes(item));
}

function at<T>(items: readonly T[], index: number): T {
	const item = items[index % items.length];
	if (item === undefined) throw new Error("an empty list");
	return item;
}
