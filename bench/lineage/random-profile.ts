import { pick, sample } from "../random.ts";

type Random = () => number;

/** A permission profile as a person would write it: plain JSON. */
export type WrittenProfile = Readonly<Record<string, unknown>>;

/** What profiles and requests are made of, so that they often speak of the same things. */
export interface Stock {
	/** Shell texts; rules name their first words. */
	readonly commands: readonly string[];
	/** A directory outside every workspace. */
	readonly outside: string;
}

/** Whom messages may name besides relatives. */
export const STRANGERS = ["one", "two", "three"] as const;

const WHOLE_TOOLS = [
	...["*", "Bash", "shell", "bash_safe", "Read", "Write", "Edit", "Grep", "Glob", "LS", "WebFetch", "Task", "nexus_send", "nexus_*"],
	...["Re*", "W*", "mcp__git", "mcp__git__log", "mcp__*", "New", "N*w", "deploy", "note", "TodoWrite", "create_agent", "chat_with_agent"],
] as const;
const PATH_TOOLS = ["Read", "Write", "Edit", "Grep", "LS"] as const;
const OTHER_RULES = [
	...["WebFetch(domain:*)", "WebFetch(domain:*.example.com)", "WebFetch(domain:docs.example.com)", "WebFetch(domain:127.0.0.1)"],
	...["Task(profile:standard)", "Task(profile:restricted)", "nexus_send(target:parent)", "nexus_send(target:children)"],
	...["nexus_send(target:family)", "nexus_send(target:one)", "chat_with_agent(target:two)"],
] as const;
/** Programs that start other programs: a rule for one of them must not lift what another rule says of the program inside. */
const LAUNCHERS = [
	...["env -S", "env", "nice", "nice -n 5", "timeout 5", "nohup", "xargs", "xargs -n1", "sh -c", "bash -c", "bash", "ssh", "ssh host"],
	...["make -f", "make", "find . -exec", "sudo", "setsid", "stdbuf -o0", "command", "exec", "time", "foo", "git -C .", "git -c a.b=c"],
] as const;
const FILES = ["./src/**", "./src", "./a", "./a/*", "./{a,b}/**", "./**", "./**/.env", "./link", "./link/**"] as const;
const BLOCKED = ["**/.env", "**/*.pem", "./src/private", "./a", "./link", "**/b", "./src/*.key"] as const;
const HOSTS = ["*", "*:443", "*.example.com", "docs.example.com", "docs.example.com:443", "127.0.0.1", "127.0.0.1:80", "[::1]"] as const;
const EVENTS = ["agent:*", "agent:spawn", "agent:list", "system:health", "message:*", "message:publish", "permission:decide"] as const;
const TOOL_NAMES = ["Bash", "shell", "Read", "Write", "nexus_send", "mcp__writ__nexus_send", "WebFetch", "deploy", "note", "Task"] as const;

/** A random profile in every dimension that decides something; most of them grant a good deal. */
export function randomProfile(random: Random, stock: Stock): WrittenProfile {
	return {
		tools: {
			allowed: random() < 0.4 ? null : rules(random, stock, 2, 8),
			disallowed: random() < 0.4 ? [] : rules(random, stock, 1, 3).filter((rule) => rule !== "*"),
			ask: random() < 0.6 ? [] : rules(random, stock, 1, 2),
			...maybe(random, 0.4, "permissions", () => permissions(random, stock)),
			...maybe(random, 0.2, "declare", () => ({
				...maybe(random, 0.7, "deploy", () => pick([{ commands: ["script"] }, { plain: ["script"] }], random)),
				...maybe(random, 0.7, "note", () => pick([{ writes: ["file"], plain: ["text"] }, { plain: ["file", "text"] }], random)),
			})),
		},
		filesystem: filesystem(random, stock),
		network: { allow: some(HOSTS, 3, random), ...maybe(random, 0.3, "deny", () => some(HOSTS.slice(2), 1, random)) },
		capabilities: {
			multi_agent_todo: random() < 0.5,
			agent_messaging: random() < 0.7,
			spawn_agents: random() < 0.85,
			network_access: random() < 0.8,
			spawn: {
				max_children: pick([0, 1, 5, 5, 5], random),
				max_depth: pick([1, 3, 5, 5], random),
				...maybe(random, 0.2, "profiles", () => some(["standard", "restricted", "custom"], 2, random)),
			},
		},
		messaging: {
			...maybe(random, 0.5, "allowed_targets", () => targets(random)),
			...maybe(random, 0.3, "accept_from", () => targets(random)),
		},
		...maybe(random, 0.6, "events", () => ({ allowed: some(EVENTS, 3, random) })),
		resources: {
			max_tokens_per_request: pick([0, 100, 1_000], random),
			max_total_tokens: pick([0, 1_000, 1_000_000], random),
			max_requests_per_minute: pick([0, 10, 10_000], random),
			max_cost_usd: pick([0, 1, 1_000], random),
		},
		...maybe(random, 0.2, "environment", () => ({ allow: some(["CI", "LANG", "NODE_ENV"], 2, random) })),
	};
}

/** A wish that a parent may well hold: its own profile with one thing or another made smaller, and sometimes something quite different. */
export function randomWish(random: Random, stock: Stock, parent: WrittenProfile): WrittenProfile {
	if (random() < 0.25) return randomProfile(random, stock);
	const other = randomProfile(random, stock);
	const share = random() < 0.6 ? 0 : 0.3;
	const changed = Object.fromEntries(Object.keys(parent).map((key) => [key, random() < share ? (other[key] ?? parent[key]) : parent[key]]));
	return { ...changed, tools: random() < 0.3 ? parent.tools : smallerTools(random, stock, parent.tools, other.tools) };
}

/** The first words of the command rules of a profile, by what the rules do. */
export function commandWords({ tools }: WrittenProfile): { readonly allowed: readonly string[]; readonly forbidden: readonly string[] } {
	const { allowed, disallowed, ask } = membersOf(tools);
	const wordsIn = (rules: unknown): readonly string[] =>
		listOf(rules).flatMap((rule) => /^(?:Bash|shell)\((.*?)(?::\*)?\)$/s.exec(String(rule))?.[1] ?? []);
	return { allowed: wordsIn(allowed), forbidden: [...wordsIn(disallowed), ...wordsIn(ask)] };
}

/** A profile that forbids more than another one. */
export function tightened(random: Random, stock: Stock, profile: WrittenProfile): WrittenProfile {
	const { tools, filesystem: files, ...rest } = profile;
	return {
		...rest,
		tools: {
			...membersOf(tools),
			disallowed: [...listOf(membersOf(tools).disallowed), ...rules(random, stock, 1, 2).filter((rule) => rule !== "*")],
			ask: [...listOf(membersOf(tools).ask), ...(random() < 0.5 ? rules(random, stock, 1, 1) : [])],
		},
		filesystem: {
			...membersOf(files),
			blocked_paths: [...listOf(membersOf(files).blocked_paths), ...some(BLOCKED, 1, random)],
			...(random() < 0.3 ? { allow_symlinks: false } : {}),
		},
	};
}

/** Narrow rules below a wide one, and the denials of the parent, or none of them: those it keeps anyway. */
function smallerTools(random: Random, stock: Stock, held: unknown, other: unknown): object {
	const { allowed, disallowed, ask, ...rest } = membersOf(held);
	const narrow = rules(random, stock, 1, 4);
	const own = listOf(allowed);
	const keepsDenials = random() < 0.5;
	return {
		...(random() < 0.7 ? rest : {}),
		...(random() < 0.2 ? { permissions: membersOf(other).permissions ?? {} } : {}),
		allowed:
			allowed === null
				? random() < 0.2
					? null
					: narrow
				: [...sample(own, Math.ceil(own.length / 2), random), ...(random() < 0.3 ? narrow.slice(0, 1) : [])],
		disallowed: keepsDenials ? listOf(disallowed) : [],
		ask: keepsDenials ? listOf(ask) : [],
	};
}

/** Rules of every kind of pattern; command rules name the first words of texts that are asked about. */
function rules(random: Random, stock: Stock, least: number, most: number): string[] {
	const count = least + Math.floor(random() * (most - least + 1));
	return [...new Set(Array.from({ length: count }, () => rule(random, stock)))];
}

function rule(random: Random, stock: Stock): string {
	const kind = random();
	if (kind < 0.22) return pick(WHOLE_TOOLS, random);
	if (kind < 0.36) return `${pick(["Bash", "Bash", "shell"], random)}(${pick(LAUNCHERS, random)}:*)`;
	if (kind < 0.72) return `Bash(${words(random, stock)})`;
	if (kind < 0.86) return `${pick(PATH_TOOLS, random)}(${random() < 0.2 ? `/${stock.outside}/**` : pick(FILES, random)})`;
	return pick(OTHER_RULES, random);
}

/** What people forbid most, and what the texts with a program inside another hide. */
const INNER = ["git push", "git", "curl", "rm", "cat", "ls"] as const;

function words(random: Random, stock: Stock): string {
	if (random() < 0.35) return `${pick(INNER, random)}:*`;
	const plain = pick(stock.commands, random)
		.split(/[\n|&;<>()`$'"]/)[0]
		?.trim()
		.split(/\s+/)
		.slice(0, 1 + Math.floor(random() * 3))
		.join(" ");
	const text = plain === undefined || plain === "" ? "git status" : plain;
	return random() < 0.75 ? `${text}:*` : text;
}

function permissions(random: Random, stock: Stock): object {
	return Object.fromEntries(
		some(TOOL_NAMES, 2, random).map((tool) => [
			tool,
			{
				...maybe(random, 0.2, "enabled", () => random() < 0.6),
				...maybe(random, 0.3, "allowed_paths", () => [...some(FILES, 2, random), ...(random() < 0.3 ? [stock.outside] : [])]),
				...maybe(random, 0.3, "blocked_paths", () => some(BLOCKED, 2, random)),
				...maybe(random, 0.2, "timeout", () => pick([1, 30, 600], random)),
				...maybe(random, 0.2, "requires_confirmation", () => random() < 0.7),
				...maybe(random, 0.3, "allowed_targets", () => targets(random)),
				...maybe(random, 0.3, "arguments", () => pick([{ count: { max: 10 } }, { force: { not: true } }, { count: { max: 5 } }], random)),
			},
		]),
	);
}

function filesystem(random: Random, { outside }: Stock): object {
	const roots = ["./workspace", "./workspace", "./src", "./**", outside, `${outside}/data`, "./a", "./link", "/"];
	return {
		read_paths: some(roots, 3, random),
		write_paths: some(roots.slice(0, -1), 2, random),
		...maybe(random, 0.6, "blocked_paths", () => some(BLOCKED, 2, random)),
		...maybe(random, 0.3, "protected_paths", () => some(BLOCKED, 2, random)),
		...maybe(random, 0.5, "allow_symlinks", () => pick([false, "inside", true], random)),
		...maybe(random, 0.3, "max_file_size_mb", () => pick([0, 1, 10], random)),
	};
}

function targets(random: Random): unknown {
	return pick([null, "parent", "children", "family", ["one"], ["one", "two"], ["three", "parent"], []], random);
}

/** Some of a list, at least one. */
function some<T>(items: readonly T[], most: number, random: Random): T[] {
	return sample(items, 1 + Math.floor(random() * most), random);
}

function maybe(random: Random, chance: number, key: string, make: () => unknown): object {
	return random() < chance ? { [key]: make() } : {};
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
