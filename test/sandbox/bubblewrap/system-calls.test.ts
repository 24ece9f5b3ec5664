import { describe, expect, it } from "vitest";
import { type FilteredArchitecture, NOT_IMPLEMENTED, NOT_PERMITTED } from "../../../src/sandbox/bubblewrap/seccomp-syscalls.ts";
import type { SandboxPlan } from "../../../src/sandbox/plan/sandbox-plan.ts";
import { samplePlan, scratch, shell } from "./confined.ts";

const ARCHITECTURE: FilteredArchitecture = process.arch === "arm64" ? "arm64" : "x64";
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];

describe("system calls of a confined command", () => {
	it("[sandbox-5-real] the kernel answers the whole list as the filter says", async () => {
		const refused = numbers(NOT_PERMITTED);
		const missing = numbers(NOT_IMPLEMENTED);
		const answers = await call(
			samplePlan(scratch()),
			[...refused, ...missing].map(([, number]) => [number]),
		);
		const expected = [...refused.map(([name]) => `${name} ${EPERM}`), ...missing.map(([name]) => `${name} ${ENOSYS}`)];
		expect([...refused, ...missing].map(([name], index) => `${name} ${answers[index]}`)).toEqual(expected);
	});

	it("[sandbox-5-real-sockets] vsock and unix sockets are refused; internet sockets and socketpair work", async () => {
		const { socket, pair } = { x64: { socket: 41, pair: 53 }, arm64: { socket: 198, pair: 199 } }[ARCHITECTURE];
		const calls = [
			[socket, 40, 1, 0],
			[socket, 1, 1, 0],
			[socket, 2, 1, 0],
			[socket, 10, 2, 0],
			[socket, 16, 3, 0],
		] as const;
		expect(await call(samplePlan(scratch()), calls)).toEqual([EAFNOSUPPORT, EAFNOSUPPORT, 0, 0, 0]);
		const { output } = await shell(samplePlan(scratch()), `perl -e 'my $pair = "\\0" x 8; print syscall(${pair}, 1, 1, 0, $pair)'`);
		expect(output).toBe("0");
		const open = samplePlan(scratch(), { network: { allow: false, unixSockets: true, proxyPort: null } });
		expect(await call(open, calls)).toEqual([EAFNOSUPPORT, 0, 0, 0, 0]);
	});

	it("[sandbox-5-real-userns] no further user namespace can be made", async () => {
		const clone = { x64: 56, arm64: 220 }[ARCHITECTURE];
		expect(await call(samplePlan(scratch()), [[clone, 0x10000011, 0, 0, 0, 0]])).toEqual([EPERM]);
		const { output } = await shell(samplePlan(scratch()), "unshare --user --map-root-user id 2>&1; cat /proc/sys/user/max_user_namespaces");
		expect(output).toContain("Operation not permitted");
	});

	it("[sandbox-5-real-set-id] set-uid and set-gid bits cannot be set", async () => {
		const script =
			"touch f; chmod u+s f 2>&1; chmod g+s f 2>&1; chmod 700 f && stat -c %a f; install -m 4755 /usr/bin/true g 2>&1; test -u g || echo not set";
		const { output } = await shell(samplePlan(scratch()), script);
		expect(output.match(/not permitted/g)).toHaveLength(3);
		expect(output).toContain("700");
		expect(output).toContain("not set");
	});

	it("[sandbox-5-real-tiocsti] nothing is typed into a terminal, also not with high bits set", async () => {
		const ioctl = { x64: 16, arm64: 29 }[ARCHITECTURE];
		const type = `my $key = "x"; for my $n (0x5412, 0x541c, 0x5412 | (1 << 32)) { syscall(${ioctl}, 0, $n, $key); print $! + 0, " " }`;
		const { output } = await shell(
			samplePlan(scratch()),
			`script -qec "perl -e '${type.replaceAll("$", "\\$").replaceAll('"', '\\"')}'" /dev/null`,
		);
		expect(output.trim()).toBe(`${EPERM} ${EPERM} ${EPERM}`);
	});

	it.skipIf(process.arch !== "x64")("[sandbox-5-real-i386] a call by the gate of i386 kills", async () => {
		const program = [
			"import ctypes, mmap",
			"page = mmap.mmap(-1, 4096, prot=7)",
			// mov eax, 20 (getpid of i386); int 0x80; ret
			"page.write(bytes.fromhex('b814000000cd80c3'))",
			"print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))())",
		].join("\n");
		const { end, output } = await shell(samplePlan(scratch()), `exec python3 -c "${program}"`);
		expect([end.exitCode, end.signal, output]).toEqual([159, "SIGSYS", ""]);
	});
});

function numbers(table: typeof NOT_PERMITTED): readonly (readonly [string, number])[] {
	return Object.entries(table).flatMap(([name, row]) => {
		const number = row[ARCHITECTURE];
		return number === null ? [] : [[name, number] as const];
	});
}

/** The error number that each call is answered with, 0 for none. */
async function call(plan: SandboxPlan, calls: readonly (readonly number[])[]): Promise<readonly number[]> {
	const program = calls.map((words) => `$! = 0; syscall(${words.join(", ")}); print $! + 0, "\\n";`).join(" ");
	const { output, complaints } = await shell(plan, `perl -e '${program}'`);
	expect(complaints).toBe("");
	return output.trim().split("\n").map(Number);
}
