import { connect as connectTo, type Socket } from "node:net";
import { decide, type Writ } from "../../../engine/index.ts";
import type { RunOptions } from "../../bubblewrap/index.ts";
import { createProxy, insideWords, nodeInside, RELAY_PROCESSES } from "../../network/index.ts";
import type { World } from "../world.ts";

/** The way out of a sandbox into a world where names mean what the attempts need, and where every address is the host's server. */
export interface OpenNetwork {
	readonly options: Pick<RunOptions, "proxy" | "before" | "moreProcesses">;
	serve(link: Socket): void;
	close(): void;
}

/** Addresses by name; each question takes the next answer, and the last one stays. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
	"allowed.test": ["93.184.216.34"],
	"inward.test": ["127.0.0.1"],
	"private.test": ["10.1.2.3"],
	"metadata.test": ["169.254.169.254"],
	"rebinding.test": ["93.184.216.35", "127.0.0.1"],
};

/** Addresses that may be connected to; whatever else is, was let through. */
const PUBLIC = new Set(["93.184.216.34", "93.184.216.35"]);

/** Makes the proxy of a network attempt, with the real rules over made-up names. */
export function openNetwork(writ: Writ, port: number, world: World): OpenNetwork {
	const asked = new Map<string, number>();
	const proxy = createProxy({
		decide: async (host, to) => {
			const { effect, reasons } = decide(writ, { kind: "network", host, port: to });
			return { effect, code: reasons[0].code, message: reasons[0].message };
		},
		record: async () => undefined,
		localPorts: new Set(),
		resolve: async (name) => {
			const times = asked.get(name) ?? 0;
			asked.set(name, times + 1);
			const answers = NAMES[name] ?? ["93.184.216.36"];
			return [answers[Math.min(times, answers.length - 1)] ?? ""];
		},
		connect: (address) => (PUBLIC.has(address) ? toNowhere(world) : toHost(world)),
	});
	const { node } = nodeInside(process.execPath);
	return {
		options: {
			proxy: "pipe",
			before: insideWords({ node, descriptor: 3, ports: { proxy: port, forwards: [] } }),
			moreProcesses: RELAY_PROCESSES,
		},
		serve: (link) => void proxy.serve(link),
		close: () => proxy.close(),
	};
}

/** The granted hosts answer, and what they are told is nobody's concern. */
function toNowhere({ servers }: World): Promise<Socket> {
	return open(servers.grantedPort);
}

function toHost({ servers }: World): Promise<Socket> {
	return open(servers.port);
}

function open(port: number): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connectTo({ port, host: "127.0.0.1" }, () => resolve(socket));
		socket.once("error", reject);
	});
}
