import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the PATH of every text leads. */
export const PROGRAMS_FOLDER = "/programs";
/** The program that does nothing, inside the sandbox. */
export const NOTHING = `${PROGRAMS_FOLDER}/.nothing`;

/** Programs that really read, write or start others: the sandbox holds them and the trace shows what they open. */
const REAL = (
	"bash dash env nice xargs find timeout nohup setsid stdbuf time cat head tail wc grep sort uniq cut tr tee touch mkdir rmdir rm cp mv ln nl tac comm diff cmp ls basename " +
	"dirname readlink realpath seq paste fold sed awk md5sum du stat dd install truncate mktemp expr"
).split(" ");

/** Programs that do nothing but be seen. */
const STAND_INS = (
	"id egrep git curl wget python python3 node npm npx make ssh sudo kill sleep evil whoami hostname date ps rg jq tree file which docker cargo go pytest vitest tsc perl ruby " +
	"chmod chown tar unzip zip rsync patch less more man vim ed gcc killall pkill mount mkfifo shred printenv yes printf true false test [ echo pwd git-init git-status git-log"
).split(" ");

/** The folder of programs below `top`. */
export function makePrograms(top: string): void {
	const folder = join(top, PROGRAMS_FOLDER);
	mkdirSync(folder, { recursive: true });
	const nothing = join(top, NOTHING);
	writeFileSync(nothing, doNothing());
	chmodSync(nothing, 0o755);
	for (const name of STAND_INS) symlinkSync(NOTHING, join(folder, name));
	for (const name of REAL) symlinkSync(existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : NOTHING, join(folder, name));
	symlinkSync("/usr/bin/dash", join(folder, "sh"));
}

/**
 * The smallest program that ends well. Half of all processes of a run are one, and without a loader and a C library it starts in a tenth of
 * the time of `true`; where its two instructions are not known, a script of dash serves.
 */
function doNothing(): Buffer {
	const code = { x64: "31ffb83c0000000f05", arm64: "000080d2a80b80d2010000d4" }[process.arch as string];
	if (code === undefined) return Buffer.from("#!/usr/bin/dash\n");
	const machine = process.arch === "x64" ? 62 : 183;
	const instructions = Buffer.from(code, "hex");
	const header = Buffer.alloc(120);
	Buffer.from("7f454c46020101", "hex").copy(header);
	header.writeUInt16LE(2, 16);
	header.writeUInt16LE(machine, 18);
	header.writeUInt32LE(1, 20);
	header.writeBigUInt64LE(0x400078n, 24);
	header.writeBigUInt64LE(64n, 32);
	header.writeUInt16LE(64, 52);
	header.writeUInt16LE(56, 54);
	header.writeUInt16LE(1, 56);
	header.writeUInt32LE(1, 64);
	header.writeUInt32LE(5, 68);
	header.writeBigUInt64LE(0x400000n, 80);
	header.writeBigUInt64LE(0x400000n, 88);
	header.writeBigUInt64LE(BigInt(120 + instructions.length), 96);
	header.writeBigUInt64LE(BigInt(120 + instructions.length), 104);
	header.writeBigUInt64LE(0x1000n, 112);
	return Buffer.concat([header, instructions]);
}
