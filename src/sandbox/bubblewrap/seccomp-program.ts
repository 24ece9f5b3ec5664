import {
	AUDIT_ARCHITECTURES,
	FILTERED_ARCHITECTURES,
	LAST_KNOWN,
	NOT_IMPLEMENTED,
	NOT_PERMITTED,
	NOT_SUPPORTED,
	WITH_ARGUMENTS,
	WITH_FILE_MODE,
} from "./seccomp-syscalls.ts";

/** What the filter is made for. */
export interface SeccompWish {
	/** `process.arch`. */
	readonly architecture: string;
	/** Whether `socket(AF_UNIX)` works; `socketpair` always does. */
	readonly unixSockets: boolean;
}

/** The bytes of the filter that every process of a sandbox lives under, or `null` for an architecture that has none. */
export function seccompProgram({ architecture, unixSockets }: SeccompWish): Uint8Array | null {
	const known = FILTERED_ARCHITECTURES.find((name) => name === architecture);
	if (known === undefined) return null;
	return bytesOf([
		load(ARCHITECTURE),
		jump(EQUAL, AUDIT_ARCHITECTURES[known], 1, 0),
		answer(KILL_PROCESS),
		load(NUMBER),
		jump(GREATER, LAST_KNOWN, 0, 1),
		answer(ENOSYS),
		// Calls that a kernel must look into first: they are the frequent ones.
		...WITH_FILE_MODE.flatMap(({ numbers, mode, flags }) => when(numbers[known], refuseSetId(mode, flags))),
		...when(WITH_ARGUMENTS.ioctl[known], refuseValues(1, TERMINAL_INJECTION)),
		...when(WITH_ARGUMENTS.clone[known], refuseBits(0, NAMESPACE_FLAGS)),
		...when(WITH_ARGUMENTS.socket[known], allowFamilies(unixSockets ? [AF_UNIX, ...FAMILIES] : FAMILIES)),
		...Object.values(NOT_IMPLEMENTED).flatMap((numbers) => when(numbers[known], [answer(ENOSYS)])),
		...Object.values(NOT_SUPPORTED).flatMap((numbers) => when(numbers[known], [answer(EOPNOTSUPP)])),
		...Object.values(NOT_PERMITTED).flatMap((numbers) => when(numbers[known], [answer(EPERM)])),
		answer(ALLOW),
	]);
}

/** One instruction of the kernel's packet filter machine. */
interface Instruction {
	readonly code: number;
	readonly whenTrue: number;
	readonly whenFalse: number;
	readonly operand: number;
}

// Places in the data that the kernel hands to a filter.
const NUMBER = 0;
const ARCHITECTURE = 4;
const FIRST_ARGUMENT = 16;

const EQUAL = 0x15;
const GREATER = 0x25;
const ANY_BIT = 0x45;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const EPERM = 0x00050000 | 1;
const ENOSYS = 0x00050000 | 38;
const EOPNOTSUPP = 0x00050000 | 95;
const EAFNOSUPPORT = 0x00050000 | 97;

const SET_ID_BITS = 0o6000;
/** `O_CREAT` and the bit of its own that `O_TMPFILE` has: only then does `open` read a mode, else the register holds anything. */
const CREATING = 0o100 | 0o20000000;
/** `CLONE_NEWNS`, `NEWCGROUP`, `NEWUTS`, `NEWIPC`, `NEWUSER`, `NEWPID` and `NEWNET`. */
const NAMESPACE_FLAGS = 0x7e020000;
/** `TIOCSTI` and `TIOCLINUX`: both type into a terminal. */
const TERMINAL_INJECTION = [0x5412, 0x541c];
const AF_UNIX = 1;
/** `AF_INET`, `AF_INET6` and `AF_NETLINK`. */
const FAMILIES = [2, 10, 16];

function load(offset: number): Instruction {
	return { code: 0x20, whenTrue: 0, whenFalse: 0, operand: offset };
}

/**
 * Loads the low 32 bits of an argument.
 * SECURITY: the kernel ignores the high half of these arguments, so comparing 64 bits would let `TIOCSTI | 1 << 32` through.
 */
function loadArgument(place: number): Instruction {
	return load(FIRST_ARGUMENT + 8 * place);
}

function jump(code: number, operand: number, whenTrue: number, whenFalse: number): Instruction {
	return { code, whenTrue, whenFalse, operand };
}

function answer(operand: number): Instruction {
	return { code: 0x06, whenTrue: 0, whenFalse: 0, operand };
}

/** INVARIANT: `body` ends in an answer on every way, because it may overwrite the number of the call. */
function when(number: number | null, body: readonly Instruction[]): readonly Instruction[] {
	return number === null ? [] : [jump(EQUAL, number, 0, body.length), ...body];
}

function refuseSetId(mode: number, flags: number | undefined): readonly Instruction[] {
	if (flags === undefined) return refuseBits(mode, SET_ID_BITS);
	const checked = refuseBits(mode, SET_ID_BITS);
	return [loadArgument(flags), jump(ANY_BIT, CREATING, 0, checked.length - 1), ...checked];
}

function refuseBits(place: number, bits: number): readonly Instruction[] {
	return [loadArgument(place), jump(ANY_BIT, bits, 0, 1), answer(EPERM), answer(ALLOW)];
}

function refuseValues(place: number, values: readonly number[]): readonly Instruction[] {
	const tests = values.map((value, index) => jump(EQUAL, value, values.length - index, 0));
	return [loadArgument(place), ...tests, answer(ALLOW), answer(EPERM)];
}

function allowFamilies(families: readonly number[]): readonly Instruction[] {
	const tests = families.map((family, index) => jump(EQUAL, family, families.length - index, 0));
	return [loadArgument(0), ...tests, answer(EAFNOSUPPORT), answer(ALLOW)];
}

function bytesOf(program: readonly Instruction[]): Uint8Array {
	const bytes = new DataView(new ArrayBuffer(program.length * 8));
	for (const [index, { code, whenTrue, whenFalse, operand }] of program.entries()) {
		bytes.setUint16(index * 8, code, true);
		bytes.setUint8(index * 8 + 2, whenTrue);
		bytes.setUint8(index * 8 + 3, whenFalse);
		bytes.setUint32(index * 8 + 4, operand, true);
	}
	return new Uint8Array(bytes.buffer);
}
