import type { McpServerView } from "../../../authority/index.ts";
import { CONFINEMENT_LEVELS, type Shape } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { replyTo } from "../errors.ts";
import { anything, choice, flag, longText, parameters, text, wishedId } from "../shapes.ts";
import { defineEvent, type Reply, type SocketEvent } from "../socket-event.ts";

const VALUES = { kind: "record", of: longText, key: "name" } as const satisfies Shape;

/** Events about servers of the model context protocol that are mounted behind this one. */
export const mcpEvents: readonly SocketEvent[] = [
	defineEvent({
		name: "mcp:mount",
		description: "Mounts a server: starts it in a sandbox or reaches it, and accepts its tools as they are",
		parameters: parameters(
			{
				server_id: wishedId,
				transport: choice("stdio", "http"),
				command: longText,
				args: { kind: "list", of: longText },
				env: VALUES,
				url: longText,
				headers: VALUES,
				profile: anything,
				level: choice(...CONFINEMENT_LEVELS),
			},
			["server_id", "transport"],
		),
		senders: "person",
		run: async ({ authority, caller }, { server_id, ...wish }) =>
			replyTo(await authority.putMount(caller, server_id, wish), ({ mount }) => ({ server: shown(mount) })),
	}),
	defineEvent({
		name: "mcp:list",
		description: "All mounted servers",
		parameters: parameters({}),
		senders: "person",
		run: async ({ authority, caller }) => replyTo(await authority.mounts(caller), (servers) => ({ servers: servers.map(shown) })),
	}),
	defineEvent({
		name: "mcp:show",
		description: "A mounted server with its tools: as they are now, and as they were accepted",
		parameters: parameters({ server_id: wishedId }, ["server_id"]),
		senders: "person",
		run: async ({ authority, caller }, { server_id }) =>
			replyTo(await authority.mount(caller, server_id), (mount) => ({ server: shown(mount) })),
	}),
	defineEvent({
		name: "mcp:refresh",
		description: "Lists the tools of a server again, and starts it when it does not run",
		parameters: parameters({ server_id: wishedId }, ["server_id"]),
		senders: "person",
		run: async ({ authority, caller }, { server_id }) =>
			replyTo(await authority.refreshMount(caller, server_id), (mount) => ({ server: shown(mount) })),
	}),
	defineEvent({
		name: "mcp:review",
		description: "Accepts a tool as it is now, which its digest says, or takes it away",
		parameters: parameters({ server_id: wishedId, tool: text, digest: text, accept: flag }, ["server_id", "tool", "digest", "accept"]),
		senders: "person",
		run: async ({ authority, caller }, { server_id, tool, digest, accept }) =>
			replyTo(await authority.reviewTool(caller, server_id, tool, { digest, accept }), (mount) => ({ server: shown(mount) })),
	}),
	defineEvent({
		name: "mcp:unmount",
		description: "Ends a mounted server and forgets it",
		parameters: parameters({ server_id: wishedId }, ["server_id"]),
		senders: "person",
		run: async ({ authority, caller }, { server_id }) =>
			replyTo(await authority.dropMount(caller, server_id), () => ({ server_id, status: "unmounted" })),
	}),
];

function shown(mount: McpServerView): Reply {
	return { ...mount, created_at: isoTime(mount.created_at) };
}
