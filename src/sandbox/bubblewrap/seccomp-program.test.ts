import { describe, expect, it } from "vitest";
import { seccompProgram } from "./seccomp-program.ts";
import {
	AUDIT_ARCHITECTURES,
	FILTERED_ARCHITECTURES,
	type FilteredArchitecture,
	NOT_IMPLEMENTED,
	NOT_PERMITTED,
	NOT_SUPPORTED,
} from "./seccomp-syscalls.ts";

const HIGH = 1n << 32n;

describe.each(FILTERED_ARCHITECTURES)("the filter of %s", (architecture) => {
	it("[sandbox-5-foreign-abi] a call of another ABI kills the process", () => {
		expect(verdict(architecture, 20, [], { audit: 0x40000003 })).toBe("kill");
		expect(verdict(architecture, 20, [], { audit: 0x40000028 })).toBe("kill");
	});

	it("[sandbox-5-enosys] x32, clone3, openat2, io_uring and calls of later kernels are not implemented", () => {
		const numbers = Object.values(NOT_IMPLEMENTED).map((row) => row[architecture] ?? -1);
		expect(numbers.map((number) => verdict(architecture, number))).toEqual(numbers.map(() => "ENOSYS"));
		expect([0x40000000, 0x40000001, 0xffffffff, 470, 512].map((number) => verdict(architecture, number))).toEqual(Array(5).fill("ENOSYS"));
	});

	it("[sandbox-5-eperm] every call of the list is not permitted", () => {
		const rows = Object.entries(NOT_PERMITTED).flatMap(([name, row]) =>
			row[architecture] === null ? [] : [[name, row[architecture]] as const],
		);
		expect(rows.map(([name, number]) => `${name} ${verdict(architecture, number)}`)).toEqual(rows.map(([name]) => `${name} EPERM`));
	});

	it("[sandbox-5-attributes] lists of rights and other attributes are not supported, as on a file system without them", () => {
		const numbers = Object.values(NOT_SUPPORTED).map((row) => row[architecture] ?? -1);
		expect(numbers.map((number) => verdict(architecture, number))).toEqual(numbers.map(() => "EOPNOTSUPP"));
	});

	it("[sandbox-5-clone] clone makes threads and processes but no namespaces", () => {
		const clone = { x64: 56, arm64: 220 }[architecture];
		expect([0x11n, 0x3d0f00n, 0x01200011n].map((flags) => verdict(architecture, clone, [flags]))).toEqual(["allow", "allow", "allow"]);
		for (const flag of [0x20000n, 0x2000000n, 0x4000000n, 0x8000000n, 0x10000000n, 0x20000000n, 0x40000000n])
			expect([verdict(architecture, clone, [flag | 17n]), verdict(architecture, clone, [flag | HIGH])]).toEqual(["EPERM", "EPERM"]);
	});

	it("[sandbox-5-tiocsti] typing into a terminal is refused, whatever the high bits are", () => {
		const ioctl = { x64: 16, arm64: 29 }[architecture];
		for (const request of [0x5412n, 0x541cn])
			expect([verdict(architecture, ioctl, [0n, request]), verdict(architecture, ioctl, [0n, request | HIGH])]).toEqual(["EPERM", "EPERM"]);
		expect([0x5401n, 0x5413n, 0x5411n].map((request) => verdict(architecture, ioctl, [0n, request]))).toEqual(["allow", "allow", "allow"]);
	});

	it("[sandbox-5-socket] only internet and netlink sockets are made; the writ may add unix sockets", () => {
		const socket = { x64: 41, arm64: 198 }[architecture];
		const families = [1n, 2n, 10n, 16n, 17n, 38n, 40n, 1n | HIGH, 0n];
		const closed = families.map((family) => verdict(architecture, socket, [family]));
		expect(closed).toEqual(families.map((family) => ([2n, 10n, 16n].includes(family) ? "allow" : "EAFNOSUPPORT")));
		const open = families.map((family) => verdict(architecture, socket, [family], { unixSockets: true }));
		expect(open).toEqual(families.map((family) => ([1n, 2n, 10n, 16n, 1n | HIGH].includes(family) ? "allow" : "EAFNOSUPPORT")));
	});

	it("[sandbox-5-socketpair] socketpair is always fine", () => {
		expect(verdict(architecture, { x64: 53, arm64: 199 }[architecture], [1n])).toBe("allow");
	});

	it("[sandbox-5-set-id] set-uid and set-gid bits are refused in chmod, creat, open and mknod", () => {
		const calls = {
			x64: [
				[90, 1],
				[91, 1],
				[268, 2],
				[452, 2],
				[85, 1],
				[133, 1],
				[259, 2],
			],
			arm64: [
				[52, 1],
				[53, 2],
				[452, 2],
				[33, 2],
			],
		}[architecture];
		for (const [number = -1, place = 0] of calls) {
			const withMode = (mode: bigint) => verdict(architecture, number, [...Array<bigint>(place).fill(0n), mode]);
			expect([number, withMode(0o4755n), withMode(0o2755n), withMode(0o1777n), withMode(0o644n)]).toEqual([
				number,
				"EPERM",
				"EPERM",
				"allow",
				"allow",
			]);
		}
	});

	it("[sandbox-5-set-id-open] the mode of open counts only where a file is made", () => {
		const openat = { x64: 257, arm64: 56 }[architecture];
		const open = (flags: bigint, mode: bigint) => verdict(architecture, openat, [0n, 0n, flags, mode]);
		expect([open(0o101n, 0o4755n), open(0o20200002n, 0o2755n), open(0o101n, 0o644n)]).toEqual(["EPERM", "EPERM", "allow"]);
		expect([open(0o2n, 0o6777n), open(0o200000n, 0xffffffffn)]).toEqual(["allow", "allow"]);
	});

	it("every other call works", () => {
		const refused = new Set(
			[...Object.values(NOT_IMPLEMENTED), ...Object.values(NOT_PERMITTED), ...Object.values(NOT_SUPPORTED)].map((row) => row[architecture]),
		);
		const socket = { x64: 41, arm64: 198 }[architecture];
		const others = Array.from({ length: 470 }, (_, number) => number).filter((number) => !refused.has(number) && number !== socket);
		expect(others.filter((number) => verdict(architecture, number) !== "allow")).toEqual([]);
	});
});

describe("a machine of another architecture", () => {
	it("[sandbox-5-other-architecture] has no filter, so nothing is started", () => {
		expect(
			["ia32", "riscv64", "arm", "ppc64", "toString"].map((architecture) => seccompProgram({ architecture, unixSockets: false })),
		).toEqual(Array(5).fill(null));
	});
});

const VERDICTS: Readonly<Record<number, string>> = {
	2147418112: "allow",
	2147483648: "kill",
	327681: "EPERM",
	327718: "ENOSYS",
	327775: "EOPNOTSUPP",
	327777: "EAFNOSUPPORT",
};

/** Runs the filter as the kernel would: a packet filter machine with one register. */
function verdict(
	architecture: FilteredArchitecture,
	number: number,
	values: readonly bigint[] = [],
	{ audit = AUDIT_ARCHITECTURES[architecture], unixSockets = false } = {},
): string {
	const bytes = seccompProgram({ architecture, unixSockets });
	if (bytes === null) return "no filter";
	const program = new DataView(bytes.buffer);
	const data = new DataView(new ArrayBuffer(64));
	data.setUint32(0, number, true);
	data.setUint32(4, audit, true);
	for (const [place, value] of values.entries()) data.setBigUint64(16 + 8 * place, value, true);
	let register = 0;
	for (let at = 0; at < program.byteLength; ) {
		const operand = program.getUint32(at + 4, true);
		const code = program.getUint16(at, true);
		if (code === 0x06) return VERDICTS[operand] ?? `unknown answer ${operand}`;
		if (code === 0x20) register = data.getUint32(operand, true);
		const holds = { 21: register === operand, 37: register > operand, 69: (register & operand) !== 0 }[code];
		if (code !== 0x20 && holds === undefined) return `unknown instruction ${code}`;
		at += 8 * (1 + (holds === undefined ? 0 : program.getUint8(at + (holds ? 2 : 3))));
	}
	return "ran off the end";
}
