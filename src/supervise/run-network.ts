import type { Socket } from "node:net";
import {
	createProxy,
	insideWords,
	type ProxyDecision,
	type ProxyEvent,
	RELAY_PROCESSES,
	type RunOptions,
	type SandboxPlan,
} from "../sandbox/index.ts";

/** Who decides about connections and keeps what is seen of them. */
export interface NetworkAuthority {
	/** Decides and records. */
	readonly decide: (host: string, port: number) => Promise<ProxyDecision>;
	readonly record: (seen: SeenConnection) => Promise<void>;
}

/** What the proxy of a sandbox saw, beyond what the rules decided. */
export interface SeenConnection {
	/** `ended`: with its bytes. `refused`: the rules allowed the name, and what it leads to was refused. */
	readonly event: "ended" | "refused";
	readonly form: string;
	readonly host: string;
	readonly port: number | null;
	readonly address: string | null;
	readonly code: string;
	readonly sentBytes: number;
	readonly receivedBytes: number;
}

/** The way out of one sandbox. */
export interface RunNetwork {
	/** How the command is started so that it has one. */
	readonly options: Pick<RunOptions, "proxy" | "before" | "moreProcesses">;
	serve(link: Socket): void;
	/** Whether the half inside ever spoke. */
	isReady(): Promise<boolean>;
	readonly denials: readonly DeniedConnection[];
	readonly bytes: { sent: number; received: number };
	close(): Promise<void>;
}

/** A connection that was refused, however often it was tried. */
export interface DeniedConnection {
	readonly host: string;
	readonly port: number | null;
	readonly code: string;
	readonly message: string;
	times: number;
}

/** How many are reported at the end; the ledger has them all. */
const MOST_DENIALS = 200;

/** Makes the proxy of a sandbox; `null` when its plan has no network. */
export function runNetwork(
	plan: SandboxPlan,
	node: string,
	ports: { readonly local: ReadonlySet<number>; readonly forwards: readonly number[] },
	authority: NetworkAuthority,
): RunNetwork | null {
	const { proxyPort } = plan.network;
	if (!plan.network.allow || proxyPort === null) return null;
	const denials = new Map<string, DeniedConnection>();
	const bytes = { sent: 0, received: 0 };
	const pending = new Set<Promise<void>>();
	/** What the rules denied and the proxy has not told yet. */
	const byRules = new Set<string>();
	let ready: Promise<boolean> = Promise.resolve(false);

	const record = async (event: ProxyEvent): Promise<void> => {
		const { host, port, code, message, effect } = event;
		if (event.event === "decided" && effect === "allow") return;
		if (event.event === "decided") {
			const key = `${host}:${port}:${code}`;
			const denied = denials.get(key) ?? { host, port, code, message, times: 0 };
			denied.times++;
			if (denials.size < MOST_DENIALS) denials.set(key, denied);
			// What the rules themselves denied is in the ledger already.
			if (byRules.delete(`${host}:${port}`)) return;
		} else {
			bytes.sent += event.sentBytes;
			bytes.received += event.receivedBytes;
		}
		const { form, address, sentBytes, receivedBytes } = event;
		await authority.record({
			event: event.event === "ended" ? "ended" : "refused",
			form,
			host,
			port,
			address,
			code,
			sentBytes,
			receivedBytes,
		});
	};
	const proxy = createProxy({
		decide: async (host, port) => {
			const decision = await authority.decide(host, port);
			if (decision.effect !== "allow") byRules.add(`${host}:${port}`);
			return decision;
		},
		record: (event) => {
			const done = record(event);
			const settled = done.then(
				() => undefined,
				() => undefined,
			);
			pending.add(settled);
			void settled.then(() => pending.delete(settled));
			return done;
		},
		localPorts: ports.local,
	});
	return {
		options: {
			proxy: "pipe",
			before: insideWords({ node, descriptor: 3, ports: { proxy: proxyPort, forwards: ports.forwards } }),
			moreProcesses: RELAY_PROCESSES,
		},
		serve(link) {
			ready = proxy.serve(link).ready;
		},
		isReady: () => ready,
		get denials() {
			return [...denials.values()];
		},
		bytes,
		async close() {
			proxy.close();
			// Connections that end with the sandbox are told on the next turns.
			await new Promise((resolve) => setImmediate(resolve));
			await Promise.all(pending);
		},
	};
}
