import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { once } from "node:events";
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
import { createServer, type Server, type Socket } from "node:net";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { HostUser } from "../bubblewrap/start-options.ts";
import { removeTree } from "../storage/remove-tree.ts";

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

/** Servers of the host that note what reaches them. */
interface HostServers {
	/** On 127.0.0.1 and ::1, for connections and datagrams. */
	readonly port: number;
	/** Of a server that stands for hosts that are granted, and notes nothing. */
	readonly grantedPort: number;
	/** Whether `[ID]` arrived. */
	reached(id: string): boolean;
	close(): Promise<void>;
}

/** Starts a server on the loopback, and one on each of some unix sockets. */
async function startHostServers(paths: readonly string[]): Promise<HostServers> {
	let received = "";
	const note = (bytes: Buffer): void => {
		received += bytes.toString("latin1");
	};
	const open = new Set<Socket>();
	const taking = (noted: boolean) => (socket: Socket) => {
		open.add(socket);
		socket.on("data", (bytes) => {
			if (noted) note(bytes);
			// A web server's answer for those who came by the proxy, and a word for the others, who wait for it.
			const asked = /^[A-Z]+ \//.test(bytes.toString("latin1"));
			socket.write(asked ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : "heard\n");
		});
		socket.on("error", () => socket.destroy());
		socket.once("close", () => open.delete(socket));
	};
	const [loopback, granted] = [createServer(taking(true)), createServer(taking(false))];
	for (const server of [loopback, granted]) await listening(server, { port: 0, host: "127.0.0.1" });
	const port = portOf(loopback);
	const servers = [loopback, granted];
	for (const place of [{ port, host: "::1" }, ...paths.map((path) => ({ path }))]) {
		const server = createServer(taking(true));
		if (await listening(server, place)) servers.push(server);
	}
	// Who may connect is not what is tried here.
	for (const path of paths) if (!path.startsWith("\0")) chmodSync(path, 0o777);
	const datagrams = createSocket("udp4", note);
	await new Promise<void>((resolve) => datagrams.bind(port, "127.0.0.1", resolve));
	return {
		port,
		grantedPort: portOf(granted),
		reached: (id) => received.includes(`[${id}]`),
		async close() {
			for (const socket of open) socket.destroy();
			datagrams.close();
			await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
		},
	};
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}

/** A machine may be without IPv6. */
function listening(server: Server, place: { readonly port: number; readonly host: string } | { readonly path: string }): Promise<boolean> {
	return new Promise((resolve) => {
		server.once("error", () => resolve(false));
		server.listen(place, () => resolve(true));
	});
}

/** A process of the host, of the same user as the attempts, that attempts reach for. */
interface Victim {
	readonly pid: number;
	/** Of the shared memory and the message queue that it has. */
	readonly key: number;
	/** In its command line. */
	readonly mark: string;
	stop(): Promise<void>;
}

/** What the process keeps: the secret in its environment and in shared memory. It ends, and takes both along, when it is let go. */
const PROGRAM = `my ($key, $mark) = @ARGV; my $secret = $ENV{WRIT_ESCAPE_SECRET};
my $memory = shmget($key, 256, 01600); my $queue = msgget($key, 01600);
shmwrite($memory, $secret, 0, length $secret) if defined $memory;
$| = 1; print "ready\\n"; 1 while <STDIN>;
shmctl($memory, 0, 0) if defined $memory; msgctl($queue, 0, 0) if defined $queue;`;

/** Starts the process; when something else ends it, a file in `directory` says so. */
async function startVictim(wish: { readonly directory: string; readonly secret: string; readonly user: HostUser | null }): Promise<Victim> {
	const key = randomInt(0x10000000, 0x7fffffff);
	const mark = `${wish.secret}-victim`;
	const child = spawn("/usr/bin/perl", ["-e", PROGRAM, `${key}`, mark], {
		cwd: wish.directory,
		env: { PATH: "/usr/bin:/bin", WRIT_ESCAPE_SECRET: wish.secret },
		stdio: ["pipe", "pipe", "ignore"],
		...(wish.user ?? {}),
	});
	let stopped = false;
	child.once("exit", () => {
		if (!stopped) writeFileSync(join(wish.directory, "victim-died"), "[kill-all]\n");
	});
	await once(child.stdout, "data");
	return {
		pid: child.pid ?? 0,
		key,
		mark,
		async stop() {
			stopped = true;
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.stdin.end();
			await once(child, "exit");
		},
	};
}
