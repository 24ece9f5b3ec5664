import type { ProgramTable } from "../program-table.ts";
import { plain } from "./option-rows.ts";

/** Programs that print the digest of files, or compare it with a list. */
export const checksums: ProgramTable = {
	names: [
		"md5sum",
		"sha1sum",
		"sha224sum",
		"sha256sum",
		"sha384sum",
		"sha512sum",
		"shasum",
		"b2sum",
		"b3sum",
		"cksum",
		"sum",
		"crc32",
		"xxhsum",
		"md5",
	],
	operands: "read",
	options: plain("-a --algorithm <type>", "-l --length <bits>"),
};
