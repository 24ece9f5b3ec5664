import { pick } from "../random.ts";
import { commandWords, STRANGERS, type Stock, type WrittenProfile } from "./random-profile.ts";

type Random = () => number;

/** A request as it goes over a wire: plain JSON. */
export type WrittenRequest = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The one that asks, and the agents around it. */
export interface Asker {
	readonly parent: string | null;
	readonly others: readonly string[];
	/** Its own profile, and then those of its ancestors. */
	readonly profiles: readonly [WrittenProfile, ...WrittenProfile[]];
	/** What it may want a child to be. */
	readonly wish: () => WrittenProfile;
}

const NAMES = [
	"a",
	"a/b",
	"src",
	"src/x.ts",
	"src/private/k",
	".env",
	"src/.env",
	"link",
	"link/x.ts",
	"out",
	"../x",
	".",
	"k.pem",
] as const;
const OPERATIONS = ["read", "read", "write", "write", "create", "delete", "rename", "symlink", "hardlink"] as const;
const HOSTS = ["docs.example.com", "example.com", "x.docs.example.com", "127.0.0.1", "::1", "evil.test", "2130706433"] as const;
const URLS = [
	"https://docs.example.com/x",
	"http://127.0.0.1/",
	"https://evil.test:8443/",
	"https://a@docs.example.com/",
	"no url",
] as const;
const EVENTS = [
	"agent:spawn",
	"agent:send_message",
	"agent:list",
	"system:health",
	"message:publish",
	"state:get",
	"permission:answer",
] as const;
const TOOLS = [
	"Read",
	"Glob",
	"LS",
	"TodoWrite",
	"WebSearch",
	"New",
	"Nw",
	"mcp__git__log",
	"mcp__git__push",
	"mcp__x__y",
	"my_writ",
] as const;
/** Texts whose inner program is what a rule speaks of. */
const HIDDEN = [
	...["env -S 'git push o HEAD:x'", "ssh host git push", "bash deploy.sh curl x", "make -f /dev/stdin", "foo git push", "nice git push"],
	...[
		"timeout 5 git push",
		"git push",
		"git push origin main",
		"nohup git push",
		"xargs git push",
		"sh -c 'git push'",
		"bash -c 'rm -rf a'",
	],
	...["find . -exec git push ;", "sudo git push", "env git push", "env A=b git status", "git status", "git -C . push", "git -c a.b=c push"],
	...["command git push", "exec git push", "time git push", "stdbuf -o0 git push", "setsid git push", "nice -n 5 cat .env", "make test"],
] as const;

/** One request of any kind. */
export function randomRequest(random: Random, stock: Stock, asker: Asker): WrittenRequest {
	const kind = random();
	if (kind < 0.36) return { kind: "command", command: command(random, stock, asker) };
	if (kind < 0.6) return toolRequest(random, stock, asker);
	if (kind < 0.76) return pathRequest(random, stock);
	if (kind < 0.82)
		return {
			kind: "target",
			tool: pick(["nexus_send", "chat_with_agent", "mcp__writ__nexus_send"], random),
			target: target(random, asker),
		};
	if (kind < 0.89) return { kind: "network", host: pick(HOSTS, random), port: pick([80, 443, 8080], random) };
	if (kind < 0.94) return { kind: "event", event: pick(EVENTS, random) };
	if (kind < 0.97)
		return { kind: "spend", tokens: pick([0, 1, 50, 500], random), requests: pick([0, 1], random), costUsd: pick([0, 0.01, 2], random) };
	return { kind: "spawn", wish: random() < 0.3 ? pick(["standard", "restricted"], random) : asker.wish() };
}

/** Whom a request reaches, if it is a message. */
export function targetOf(request: WrittenRequest): unknown {
	if (request.kind === "target") return request.target;
	const { input } = request;
	return request.kind === "tool" && typeof input === "object" && input !== null && "agent_id" in input ? input.agent_id : undefined;
}

/** A text of the corpora, or what the agent may run with what somebody above it may not inside of it. */
function command(random: Random, stock: Stock, { profiles }: Asker): string {
	const kind = random();
	if (kind < 0.15) return pick(HIDDEN, random);
	const { allowed } = commandWords(profiles[0]);
	if (kind > 0.5 || allowed.length === 0) return pick(stock.commands, random);
	const forbidden = profiles.flatMap((profile) => commandWords(profile).forbidden);
	const inner = `${pick(forbidden.length === 0 ? ["git push"] : forbidden, random)} ${pick(["x", "src/x.ts", "-f", ""], random)}`.trim();
	return `${pick(allowed, random)} ${pick([inner, inner, `'${inner}'`, "src/x.ts", "a"], random)}`;
}

function path(random: Random, { outside }: Stock): string {
	return random() < 0.2 ? `${outside}/${pick(["data/a", "b", ".env"], random)}` : pick(NAMES, random);
}

function target(random: Random, { parent, others }: Asker): string {
	return pick([...STRANGERS, ...others, ...(parent === null ? [] : [parent]), "nobody"], random);
}

function toolRequest(random: Random, stock: Stock, asker: Asker): WrittenRequest {
	const call = (tool: string, input: object): WrittenRequest => ({ kind: "tool", tool, input });
	switch (Math.floor(random() * 10)) {
		case 0:
		case 1:
			return call(pick(["Read", "LS", "Grep"], random), { file_path: path(random, stock) });
		case 2:
			return call("Write", { file_path: path(random, stock), content: "x" });
		case 3:
			return call(pick(["Bash", "shell"], random), { command: command(random, stock, asker) });
		case 4:
			return call("WebFetch", { url: pick(URLS, random), prompt: "x" });
		case 5:
			return call("Task", { subagent_type: pick(["standard", "restricted"], random), prompt: "x", description: "x" });
		case 6:
			return call(pick(["nexus_send", "mcp__writ__nexus_send"], random), { agent_id: target(random, asker), content: "x" });
		case 7:
			return call("deploy", { script: command(random, stock, asker) });
		case 8:
			return call("note", { file: path(random, stock), text: "x", count: pick([3, 7, 11], random) });
		default:
			return call(pick(TOOLS, random), random() < 0.5 ? {} : { anything: "x" });
	}
}

function pathRequest(random: Random, stock: Stock): WrittenRequest {
	const operation = pick(OPERATIONS, random);
	const two = operation === "rename" || operation === "symlink" || operation === "hardlink";
	return { kind: "path", operation, path: path(random, stock), ...(two ? { to: path(random, stock) } : {}) };
}
