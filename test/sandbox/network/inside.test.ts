import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { decide, sealProfile } from "../../../src/engine/index.ts";
import { createProxy, localPorts, type NetworkProxy, type ProxyEvent, RELAY_FAILED, RELAY_PROCESSES } from "../../../src/sandbox/index.ts";
import { runInside } from "./run-inside.ts";
import { startHost } from "./start-host.ts";

let host: Awaited<ReturnType<typeof startHost>>;
let proxy: NetworkProxy;
let events: ProxyEvent[] = [];
let forwards: readonly number[] = [];
beforeEach(async () => {
	host = await startHost("host");
});
afterEach(() => {
	proxy.close();
	host.close();
});

function allow(...entries: readonly string[]): void {
	const sealed = sealProfile({ network: { allow: entries }, capabilities: { network_access: true } }, { agent: "kid", root: "/ws" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const { writ } = sealed;
	events = [];
	forwards = [...localPorts(writ.terms.network.allow, "127.0.0.1")];
	proxy = createProxy({
		decide: async (name, port) => {
			const { effect, reasons } = decide(writ, { kind: "network", host: name, port });
			return { effect, code: reasons[0].code, message: reasons[0].message };
		},
		record: async (event) => void events.push(event),
		localPorts: localPorts(writ.terms.network.allow, "localhost"),
	});
}

const STATUS = "-s -m 5 -o /dev/null -w '%{http_code} %{http_connect}\\n'";

describe("a command in its own network namespace", () => {
	it("[sandbox-16-s35] reaches an allowed name through the proxy, and gets 403 for an address and for another port", async () => {
		allow(`localhost:${host.port}`);
		const { output, ready } = await runInside(
			proxy,
			`curl ${STATUS} http://localhost:${host.port}/; curl ${STATUS} http://127.0.0.1:${host.port}/; curl ${STATUS} http://localhost:1/; curl ${STATUS} -p http://localhost:${host.port}/; curl ${STATUS} https://example.com/`,
		);
		expect(ready).toBe(true);
		expect(output.trim().split("\n")).toEqual(["200 000", "403 000", "403 000", "200 200", "000 403"]);
	});

	it("[sandbox-16-s34] [sandbox-8-no-way-around] does not reach a server of this machine without the proxy", async () => {
		allow(`localhost:${host.port}`);
		const { output } = await runInside(
			proxy,
			`curl ${STATUS} --noproxy '*' http://127.0.0.1:${host.port}/; ls /sys/class/net 2>/dev/null; cat /proc/net/dev`,
		);
		expect(output.split("\n")[0]).toBe("000 000");
		expect(output.match(/^ *\w+:/gm)?.map((line) => line.trim())).toEqual(["lo:"]);
		expect(host.seen).toEqual([]);
	});

	it("[sandbox-8-forward] reaches a listed 127.0.0.1:PORT at that address, with a program that knows no proxy", async () => {
		allow(`127.0.0.1:${host.port}`);
		const { output } = await runInside(proxy, `curl -s -m 5 --noproxy '*' http://127.0.0.1:${host.port}/direct`, { forwards });
		expect(output).toBe("host /direct ");
		expect(events[0]).toMatchObject({ form: "forward", effect: "allow", host: "127.0.0.1", port: host.port });
	});

	it("[sandbox-8-descriptor] does not hold the link itself, and neither waits for the relay nor ends it with its own group", async () => {
		allow(`localhost:${host.port}`);
		const { output, code } = await runInside(
			proxy,
			`ls /proc/self/fd | tr '\\n' ' '; wait; trap '' TERM; kill 0; curl ${STATUS} http://localhost:${host.port}/; exit 7`,
		);
		expect(output).toMatch(/^0 1 2 \d+ (\d+ )?200 000\n$/);
		expect(code).toBe(7);
	});

	it("[sandbox-8-inside-limits] shares its limits with the relay, which takes few processes and little memory", async () => {
		allow(`localhost:${host.port}`);
		const script = `for task in /proc/[0-9]*/task/[0-9]*; do read name < $task/comm; [ "$name" = sh ] || echo "$name"; done; grep -h VmData /proc/[0-9]*/status`;
		const { output } = await runInside(proxy, script);
		const others = output.split("\n").filter((line) => line !== "" && !line.startsWith("VmData") && line !== "bwrap");
		expect(others.length).toBeGreaterThan(0);
		expect(others.length).toBeLessThanOrEqual(RELAY_PROCESSES);
		expect(Math.max(...[...output.matchAll(/VmData:\s+(\d+) kB/g)].map(([, size]) => Number(size)))).toBeLessThan(64 * 1024);
	});

	it("[sandbox-8-inside-fails] is not started when the inside half does not start", async () => {
		allow(`localhost:${host.port}`);
		const { output, errors, code, ready } = await runInside(proxy, "echo started", { node: "/usr/bin/false" });
		expect({ output, code, ready }).toEqual({ output: "", code: RELAY_FAILED, ready: false });
		expect(errors).toContain("network of the sandbox did not start");
	});

	it("[sandbox-8-environment] finds the proxy in its environment, for Node's own fetch too", async () => {
		allow(`localhost:${host.port}`);
		const { output } = await runInside(
			proxy,
			`env | grep -i proxy | sort; for node in /run/writ/node /usr/bin/node; do [ -x $node ] && exec $node -e "fetch('http://localhost:${host.port}/fetched').then((answer) => answer.text()).then(console.log, console.log)"; done`,
		);
		const url = "http://127.0.0.1:17171";
		const lines = output.split("\n");
		for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])
			expect(lines).toContain(`${name}=${url}`);
		for (const line of ["NO_PROXY=", "no_proxy=", "NODE_USE_ENV_PROXY=1"]) expect(lines).toContain(line);
		expect(output).toContain("host /fetched");
	});
});
