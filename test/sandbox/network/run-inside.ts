import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { insideWords, type NetworkProxy, nodeInside, proxyEnvironment } from "../../../src/sandbox/index.ts";

const PROXY_PORT = 17_171;

/** Runs a shell script in a network namespace of its own, with both halves of the proxy between it and the world. */
export async function runInside(
	proxy: NetworkProxy,
	script: string,
	options: { readonly forwards?: readonly number[]; readonly node?: string } = {},
) {
	const { node, mounts } = nodeInside(process.execPath);
	const words = insideWords({ node: options.node ?? node, descriptor: 3, ports: { proxy: PROXY_PORT, forwards: options.forwards ?? [] } });
	const environment = { ...proxyEnvironment(PROXY_PORT), PATH: "/usr/bin:/bin" };
	const child = spawn(
		"/usr/bin/bwrap",
		[
			...["--unshare-user", "--unshare-net", "--unshare-pid", "--disable-userns", "--die-with-parent", "--new-session", "--clearenv"],
			...["--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"],
			...["--proc", "/proc", "--dev", "/dev"],
			...mounts.flatMap(({ source, target }) => ["--ro-bind", source ?? "", target]),
			...Object.entries(environment).flatMap(([name, value]) => ["--setenv", name, value]),
			...["--", ...words, "/bin/sh", "-c", script],
		],
		{ stdio: ["ignore", "pipe", "pipe", "pipe"], env: {} },
	);
	const link = child.stdio[3];
	if (!(link instanceof Socket)) throw new Error("the link is not a socket");
	const { ready } = proxy.serve(link);
	const [output, errors, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), exitOf(child)]);
	return { output, errors, code, ready: await ready };
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
	let text = "";
	for await (const part of stream ?? []) text += String(part);
	return text;
}

function exitOf(child: ChildProcess): Promise<number | null> {
	return new Promise((settle) => child.once("exit", settle));
}
