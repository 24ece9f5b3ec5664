import { randomBytes } from "node:crypto";
import {
	chmodSync,
	lchownSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	realpathSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { HostUser } from "../bubblewrap/index.ts";
import { removeTree } from "../storage/index.ts";
import { type HostServers, startHostServers } from "./host-servers.ts";
import { startVictim, type Victim } from "./victim.ts";

/** A throwaway piece of a host: directories with secrets, servers, and a process. Nothing else is ever the goal of an attempt. */
export interface World {
	readonly base: string;
	/** Who attempts run as where nothing else says it: never root. */
	readonly user: HostUser | null;
	/** Seen in an answer, it has been read. */
	readonly secret: string;
	readonly servers: HostServers;
	/** What every attempt is told. */
	readonly variables: Readonly<Record<string, string>>;
	/** What a launcher has in its environment. */
	readonly environment: Readonly<Record<string, string>>;
	/** A new workspace, always three levels below `base`. */
	makeWorkspace(links: Readonly<Record<string, string>>): string;
	/** Gives a tree to `user`. */
	own(tree: string): void;
	close(): Promise<void>;
}

const NOBODY: HostUser = { uid: 65534, gid: 65534 };

/** Makes a world; `close` leaves nothing of it. */
export async function makeWorld(): Promise<World> {
	const base = realpathSync(mkdtempSync(join(tmpdir(), "writ-escape-")));
	chmodSync(base, 0o755);
	const user = process.getuid?.() === 0 ? NOBODY : null;
	const own = (tree: string): void => ownTree(tree, user);
	const secret = `writ-escape-${randomBytes(12).toString("hex")}`;
	const place = (name: string): string => join(base, name);
	for (const [name, content] of Object.entries(filesWith(secret))) {
		mkdirSync(dirname(place(name)), { recursive: true });
		writeFileSync(place(name), content);
	}
	writeFileSync(place(`tools/${TOOL}`), "#!/bin/sh\necho escaped\n", { mode: 0o755 });
	own(base);
	const abstract = `${secret}-socket`;
	const servers = await startHostServers([place("outside/host.sock"), place("readable/host.sock"), `\0${abstract}`]);
	const victim = await startVictim({ directory: place("outside"), secret, user });
	let made = 0;
	return {
		base,
		user,
		secret,
		servers,
		own,
		variables: variablesOf(base, servers, victim, abstract),
		environment: {
			PATH: `${place("tools")}:/usr/local/bin:/usr/bin:/bin`,
			HOME: place("home"),
			LANG: "C",
			WRIT_ESCAPE_SECRET: secret,
			LD_LIBRARY_PATH: place("tools"),
			SSH_AUTH_SOCK: place("outside/host.sock"),
			NODE_OPTIONS: "--no-warnings",
			GIT_SSH_COMMAND: "true",
		},
		makeWorkspace(links) {
			made += 1;
			const workspace = place(`stages/${made}/workspace`);
			fillWorkspace(workspace, base, secret, links);
			own(dirname(workspace));
			if (Object.keys(links).length > 0) own(place("outside"));
			return workspace;
		},
		async close() {
			await victim.stop();
			await servers.close();
			removeTree(base);
		},
	};
}

const TOOL = "writ-escape-tool";

function filesWith(secret: string): Readonly<Record<string, string>> {
	return {
		"outside/secret": `${secret}\n`,
		"outside/twin": "outside\n",
		"outside/repository/hooks/sample": "",
		"home/.ssh/id_ed25519": `${secret}\n`,
		"home/.bashrc": "",
		"sibling/note": `${secret}\n`,
		"writs/admin.key": `${secret}\n`,
		"tools/.keep": "",
		"stages/.keep": "",
		...Object.fromEntries(
			["changed", "rights", "renamed", "removed", "reopened", "emptied", "linked"].map((name) => [`readable/${name}`, "as it was\n"]),
		),
	};
}

/** The surroundings of an attempt, by the names under which programs know them. */
function variablesOf(base: string, { port }: HostServers, { pid, key, mark }: Victim, abstract: string): Readonly<Record<string, string>> {
	return {
		BASE: base,
		OUTSIDE: join(base, "outside"),
		SECRET: join(base, "outside/secret"),
		HOME_OF_HOST: join(base, "home"),
		SIBLING: join(base, "sibling"),
		WRITS: join(base, "writs"),
		READABLE: join(base, "readable"),
		VICTIM: `${pid}`,
		KEY: `${key}`,
		MARK: mark,
		PORT: `${port}`,
		ABSTRACT: abstract,
		HOST: hostname(),
		TOOL,
	};
}

function fillWorkspace(workspace: string, base: string, secret: string, links: Readonly<Record<string, string>>): void {
	const files = {
		".git/HEAD": "ref: refs/heads/main\n",
		".git/config": "[core]\n",
		".git/hooks/sample": "",
		"src/file": "",
		".env": `${secret}\n`,
	};
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(workspace, name)), { recursive: true });
		writeFileSync(join(workspace, name), content);
	}
	symlinkSync(join(base, "outside"), join(workspace, "leads-out"));
	linkSync(join(base, "outside/twin"), join(workspace, "twin"));
	for (const [name, target] of Object.entries(links)) {
		rmSync(join(workspace, name), { recursive: true, force: true });
		const to = target.replace("$OUTSIDE", join(base, "outside"));
		symlinkSync(to, join(workspace, name));
		if (to.startsWith("/oldroot")) mkdirSync(to.slice("/oldroot".length), { recursive: true });
	}
}

function ownTree(tree: string, user: HostUser | null): void {
	if (user === null) return;
	lchownSync(tree, user.uid, user.gid);
	for (const entry of readdirSync(tree, { recursive: true, withFileTypes: true }))
		lchownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
}
