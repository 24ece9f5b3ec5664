import { FIND } from "../bubblewrap/start-words.ts";
import type { Mount } from "../plan/sandbox-plan.ts";
import { RELAY_TEXT } from "./generated/relay-text.ts";
import type { RelayPorts } from "./relay.ts";

/** What the inside half needs to start before the command. */
interface InsideOptions {
	/** Node, by its path inside (`nodeInside`). */
	readonly node: string;
	/** The inherited end of the link; one digit, because shells close no others. */
	readonly descriptor: number;
	readonly ports: RelayPorts;
}

/** The exit code when the inside half does not start; the half outside is then never `ready`, so it is not the command's own. */
export const RELAY_FAILED = 126;

/** Processes and threads that the relay adds to those of the command. */
export const RELAY_PROCESSES = 6;

/**
 * The words before a command that start the relay, wait until it listens, and become the command. The relay is a child of
 * the namespace's first process and leads its own session, so neither `wait` nor `kill 0` of the command meet it; it gets an
 * empty environment, and the command does not get the descriptor.
 */
export function insideWords({ node, descriptor, ports }: InsideOptions): readonly string[] {
	const numbers = [descriptor, ports.proxy, ...ports.forwards].join(" ");
	const script = [
		`ready=$(setsid env -i "$1" ${FLAGS} -e "$2" -- ${numbers} </dev/null 2>/dev/null &)`,
		`[ "$ready" = ready ] || { echo "writ: the network of the sandbox did not start" >&2; exit ${RELAY_FAILED}; }`,
		"shift 2",
		`case $1 in */*) ;; *) ${FIND};; esac`,
		`exec "$@" ${descriptor}<&-`,
	].join("\n");
	return ["/bin/sh", "-c", script, "writ", node, RELAY_TEXT];
}

/** Few threads, and without compiled code: its reservation alone would pass the memory limit of a small sandbox. */
const FLAGS = "--jitless --v8-pool-size=0 --max-old-space-size=64 --input-type=module";

/** How the Node that runs us is reached inside: it is there already below /usr, else this one file is bound. */
export function nodeInside(execPath: string): { readonly node: string; readonly mounts: readonly Mount[] } {
	if (execPath.startsWith("/usr/") && !execPath.includes("/../")) return { node: execPath, mounts: [] };
	return { node: TARGET, mounts: [{ kind: "bind", source: execPath, target: TARGET, writable: false, file: true }] };
}

const TARGET = "/run/writ/node";
