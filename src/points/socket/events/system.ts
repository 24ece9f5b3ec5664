import { toJsonSchema } from "../../../engine/index.ts";
import { failure, replyTo } from "../errors.ts";
import { choice, parameters, text } from "../shapes.ts";
import { type Connection, defineEvent, REPLY_STYLES, type SocketEvent } from "../socket-event.ts";

const NAMESPACES: Readonly<Record<string, string>> = {
	system: "Connect, discover, health",
	agent: "Agents: spawn, list, messages, end",
	message: "Mailboxes",
	permission: "Profiles, writs, decisions, approvals, grants",
	sandbox: "Directories of agents",
	resource: "Budgets",
	monitor: "What happened and what happens",
	event_log: "What happened, by KSI's older name",
	checkpoint: "Snapshots",
	edge: "Who may talk to whom",
	group: "Groups of agents",
	approval: "Questions that wait for a person",
	grant: "Temporary widenings",
	key: "Keys of people, agents and systems",
	audit: "The ledger",
	setting: "Settings of the server",
};

/** Events about the connection and the server; `all` is the whole table, for discovery. */
export function systemEvents(
	all: () => ReadonlyMap<string, SocketEvent>,
	stop: () => void,
	pageUrl: () => string | null,
): readonly SocketEvent[] {
	const visible = (session: Connection): readonly SocketEvent[] =>
		[...all().values()].filter(({ senders }) => senders === "anyone" || session.caller.principal.kind === "person");
	return [
		defineEvent({
			name: "system:connect",
			description: "Makes the connection that of the key's holder, and chooses the style of replies",
			parameters: parameters({ key: text, reply_style: choice(...REPLY_STYLES) }),
			senders: "anyone",
			open: true,
			async run(session, { key, reply_style }) {
				const bound = key === undefined ? null : await session.bind(key);
				if (bound !== null && !bound.ok) return bound.reply;
				if (reply_style !== undefined) session.setStyle(reply_style);
				const { principal } = (bound ?? session).caller;
				const name = principal.kind === "person" ? principal.email : principal.kind === "agent" ? principal.id : principal.name;
				return { principal: name, scope: principal.kind === "person" ? "user" : principal.kind, reply_style: session.style() };
			},
		}),
		defineEvent({
			name: "system:health",
			description: "Whether the server answers",
			parameters: parameters({}),
			senders: "anyone",
			open: true,
			concurrent: true,
			run: async () => ({ status: "healthy" }),
		}),
		defineEvent({
			name: "system:shutdown",
			description: "Stops the server; nothing is lost",
			parameters: parameters({}),
			senders: "person",
			async run({ caller: { principal } }) {
				if (principal.kind !== "person" || principal.role !== "admin")
					return failure("not-permitted", "Only an administrator stops the server");
				setImmediate(stop);
				return { status: "shutting_down" };
			},
		}),
		defineEvent({
			name: "system:login_link",
			description: "A link that opens the page once, within 60 seconds",
			parameters: parameters({}),
			senders: "person",
			async run({ authority, caller }) {
				const url = pageUrl();
				if (url === null) return failure("no-page", "The server that runs here has no page");
				return replyTo(await authority.makeLoginCode(caller), (code) => ({ url: `${url}login?code=${code}` }));
			},
		}),
		defineEvent({
			name: "system:discover",
			description: "Which events there are",
			parameters: parameters({ level: choice("summary", "namespace", "full"), namespace: text, event: text, format_style: text }),
			senders: "anyone",
			async run(session, { level = "summary", namespace, event }) {
				if (level === "full" && namespace === undefined && event === undefined)
					return failure("invalid-request", "level full needs a namespace or an event");
				const chosen = visible(session).filter(
					({ name }) => (namespace === undefined || name.startsWith(`${namespace}:`)) && (event === undefined || name === event),
				);
				const namespaces: Record<string, unknown> = {};
				for (const name of new Set(chosen.map((one) => one.name.split(":", 1)[0] ?? ""))) {
					const members = chosen.filter((one) => one.name.startsWith(`${name}:`));
					namespaces[name] = {
						count: members.length,
						description: NAMESPACES[name] ?? "",
						...(level === "summary" ? {} : { events: members.map((one) => (level === "full" ? help(one) : one.name)) }),
					};
				}
				return { namespaces, total_events: chosen.length };
			},
		}),
		defineEvent({
			name: "system:help",
			description: "What one event expects",
			parameters: parameters({ event: text, format_style: text }, ["event"]),
			senders: "anyone",
			async run(session, { event }) {
				const found = visible(session).find(({ name }) => name === event);
				return found === undefined ? failure("unknown-event", `Unknown event: ${event}`) : help(found);
			},
		}),
	];
}

function help({ name, description, parameters: shape }: SocketEvent): {
	readonly name: string;
	readonly description: string;
	readonly inputSchema: unknown;
} {
	return { name, description, inputSchema: toJsonSchema(shape) };
}
