import { canonicalHost, type ReasonCode } from "../../engine/index.ts";
import { addressClass } from "./addresses.ts";
import type { ProxyContext, ProxyDecision } from "./proxy-options.ts";
import type { Target } from "./read-target.ts";

/** Where a target may be reached (no address when its name has none now), or why it may not. */
export type TargetDecision =
	| { readonly effect: "allow"; readonly code: ReasonCode; readonly message: string; readonly addresses: readonly string[] }
	| { readonly effect: "deny"; readonly code: ReasonCode; readonly message: string };

/**
 * Judges one request: first its target by the writ, then the addresses that it stands for.
 *
 * INVARIANT: the connection uses these addresses and looks nothing up again, so that a name cannot change its meaning
 * between the check and the connection (proxy.test.ts).
 */
export async function judgeTarget(target: Target, context: ProxyContext): Promise<TargetDecision> {
	const decision = await ask(context, target.host, target.port);
	if (decision.effect !== "allow") return { effect: "deny", code: decision.code, message: decision.message };
	const allow = (addresses: readonly string[]): TargetDecision => ({ ...decision, effect: "allow", addresses });
	if (target.literal) return addressClass(target.host) === "metadata" ? metadata(target.host, target.host) : allow([target.host]);
	if (target.host === "localhost") {
		if (context.localPorts.has(target.port)) return allow(["127.0.0.1", "::1"]);
		return deny("host-not-allowed", `'localhost:${target.port}' is this machine itself: an entry must name it with its port`);
	}
	const found = await resolved(context, target.host);
	const kept: string[] = [];
	let refusal: TargetDecision | undefined;
	for (const address of found) {
		const refused = await refusedAddress(context, target, address);
		if (refused === undefined) kept.push(address);
		else refusal ??= refused;
	}
	return kept.length === 0 && refusal !== undefined ? refusal : allow(kept);
}

/** Why an address that a name leads to is not used. */
async function refusedAddress(context: ProxyContext, { host, port }: Target, address: string): Promise<TargetDecision | undefined> {
	const kind = addressClass(address);
	if (kind === "public") return undefined;
	if (kind === "metadata") return metadata(host, address);
	const listed = await ask(context, address, port);
	if (listed.effect === "allow") return undefined;
	const entry = `${address.includes(":") ? `[${address}]` : address}:${port}`;
	return deny(
		"address-not-public",
		`'${host}' leads to ${address}, a ${kind} address: to allow it, add '${entry}' to network.allow as well`,
	);
}

/** SECURITY: what answers there are the credentials of the machine; no entry gives them. */
function metadata(host: string, address: string): TargetDecision {
	return deny("host-denied", `'${host}' leads to ${address}, where a cloud keeps the credentials of its machines`);
}

/** At most this many addresses of a name are looked at. */
const MOST_ADDRESSES = 16;

/** The addresses of a name in canonical form; what a resolver says beyond addresses (zones, names) is left out. */
async function resolved(context: ProxyContext, name: string): Promise<readonly string[]> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<readonly string[]>((settle) => {
		timer = setTimeout(() => settle([]), context.limits.resolveMs);
	});
	const found = await Promise.race([context.resolve(name).catch((): readonly string[] => []), late]);
	clearTimeout(timer);
	const addresses = found.slice(0, MOST_ADDRESSES).flatMap((text) => {
		const read = canonicalHost(text);
		return read.ok && read.host.literal ? [read.host.name] : [];
	});
	return [...new Set(addresses)];
}

/** INVARIANT: who cannot decide has denied. */
async function ask(context: ProxyContext, host: string, port: number): Promise<ProxyDecision> {
	try {
		return await context.decide(host, port);
	} catch {
		return { effect: "deny", code: "authority-unavailable", message: "The decision could not be made." };
	}
}

function deny(code: ReasonCode, message: string): TargetDecision {
	return { effect: "deny", code, message };
}
