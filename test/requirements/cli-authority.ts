import type { Requirement } from "../requirements.ts";

const design = (id: string, behaviour: string): Requirement => ({ id, source: "DESIGN.md §5", behaviour });
const settled = (id: string, behaviour: string): Requirement => ({ id, source: "DESIGN.md §6", behaviour });
const wire = (id: string, behaviour: string): Requirement => ({ id, source: "wire.md §2", behaviour });

/** What the commands that speak to the authority must do. */
export const authorityCommandRequirements: readonly Requirement[] = [
	design(
		"cli-serve-authority",
		"writ serve opens the authority and its socket, says where they are, and stops cleanly on SIGTERM and SIGINT.",
	),
	wire("cli-serve-second", "A second live server on one home exits 3."),
	wire("cli-serve-stale", "Stale sockets and locks never block a start."),
	wire("cli-serve-broken", "A newer schema, a damaged database or an unusable home refuses to start with cause and cure."),
	design("cli-serve-path", "A home whose socket would have a name longer than the system allows is refused in words."),
	design("cli-no-secrets", "No secret stands in the list of processes, in the process log or in the ledger."),
	settled("cli-daemon-start", "Commands start a small daemon when no server is there."),
	settled("cli-daemon-race", "Of several that start a daemon at the same moment one wins, and all use the winner's."),
	settled("cli-daemon-stale", "The socket of a killed daemon never blocks the next."),
	settled("cli-daemon-idle", "The daemon exits when idle, and not while it has a client."),
	settled("cli-client", "The client's faults are values: no server, refusal, timeout, disconnection."),
	design(
		"cli-agent",
		"writ agent spawn, create, list, show, send, messages, answer, history, start, stop, restart, recreate, rename, terminate.",
	),
	design("cli-agent-refused", "A refused agent command exits 1 and names cause and cure; a mistake in the words exits 2."),
	design("cli-preset", "A preset is a NEXUS name: sandboxed and trusted; yolo is refused."),
	design("cli-edge-group", "writ edge set, remove, list and writ group set, show, list, remove."),
	design("cli-grant-approval", "writ grant create, list, revoke and writ approval list, answer, wait."),
	design("cli-key", "writ key create, list, revoke, rotate; WRIT_KEY makes a command its holder's."),
	design("cli-key-holder", "A key is made only for somebody who is named, and the answer says whose it is."),
	design(
		"cli-grant-words",
		"Mistakes in the scope of a grant are told in the words of the command; a grant that a deny rule beats is warned of.",
	),
	design("cli-moment", "A moment that is over or more than a hundred years ahead is refused as the end of something."),
	design("cli-spawn-override", "writ agent spawn --override changes the profile, within the parent's writ."),
	wire("cli-serve-home-open", "A home that other users can write into is refused; one that they can look into is warned of."),
	wire("cli-serve-database-open", "A database that other users can read or change is closed to them, and the log says so."),
	design("cli-sandbox", "writ sandbox create, get, list, remove, stats."),
	design("cli-audit", "writ audit list, follow, verify, export, retain."),
	wire("cli-audit-stopped", "writ audit verify works on a stopped home and exits 0 or 1; export works there too."),
	design("cli-setting-checkpoint", "writ setting list, set and writ checkpoint collect, restore."),
	design("cli-list-empty", "An empty list says what to do next; tables are aligned."),
	{ id: "cli-open-page", source: "wire.md §4, issue 5", behaviour: "writ open prints a link that opens the page once" },
];
