import { RELAY_TEXT } from "./generated/relay-text.ts";
import type { RelayPorts } from "./relay.ts";

/** What the inside half needs to start before the command. */
export interface InsideOptions {
	/** Node, by its path inside. */
	readonly node: string;
	/** The inherited end of the link; one digit, because shells close no others. */
	readonly descriptor: number;
	readonly ports: RelayPorts;
	readonly command: readonly string[];
}

/** The exit code when the inside half does not start; the half outside is then never `ready`, so it is not the command's own. */
export const RELAY_FAILED = 126;

/**
 * The argument vector that starts the relay, waits until it listens, and becomes the command. The relay is a child of the
 * namespace's first process and leads its own session, so neither `wait` nor `kill 0` of the command meet it; it gets an
 * empty environment, and the command does not get the descriptor.
 */
export function insideCommand({ node, descriptor, ports, command }: InsideOptions): readonly string[] {
	const script = [
		`ready=$(setsid env -i "$1" --v8-pool-size=0 --input-type=module -e "$2" -- ${[descriptor, ports.proxy, ...ports.forwards].join(" ")} </dev/null 2>/dev/null &)`,
		`[ "$ready" = ready ] || { echo "writ: the network of the sandbox did not start" >&2; exit ${RELAY_FAILED}; }`,
		"shift 2",
		`exec "$@" ${descriptor}<&-`,
	].join("\n");
	return ["/bin/sh", "-c", script, "writ", node, RELAY_TEXT, ...command];
}
