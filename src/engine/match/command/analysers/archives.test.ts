import { describe, expect, it } from "vitest";
import { ar } from "./ar.ts";
import { cpio } from "./cpio.ts";
import { sevenZip } from "./seven-zip.ts";
import { summarize } from "./summarize.ts";
import { unzip } from "./unzip.ts";
import { zip } from "./zip.ts";

const cases = [
	[zip, "zip", "a.zip f g", ["write a.zip", "read f", "read g"]],
	[zip, "zip", "-r a.zip src", ["write a.zip", "tree src"]],
	[zip, "zip", "-qr9 a.zip src -x *.log", ["write a.zip", "tree src"]],
	[zip, "zip", "-rm a.zip src", ["write a.zip", "write src"]],
	[zip, "zip", "- f", ["read f"]],
	[zip, "zip", "-sf a.zip", []],
	[zip, "zip", "a.zip f -T -TT sh", ["runs -TT", "write a.zip", "read f"]],
	[zip, "zip", "-qTTsh a.zip f", ["runs -qTTsh", "write a.zip", "read f"]],
	[zip, "zip", "a.zip f --unzip-comm=sh", ["runs --unzip-comm=sh", "write a.zip", "read f"]],
	[zip, "zip", "-O out.zip a.zip -lf log", ["write out.zip", "write log", "write a.zip"]],
	[zip, "zip", "-@ a.zip", ["ask", "write a.zip"]],
	[zip, "zip", "a.zip ?", ["ask"]],
	[unzip, "unzip", "-l a.zip", ["read a.zip"]],
	[unzip, "unzip", "-p a.zip f", ["read a.zip"]],
	[unzip, "unzip", "a.zip -d out", ["read a.zip", "write out/*"]],
	[unzip, "unzip", "-oqd out a.zip", ["read a.zip", "write out/*"]],
	[unzip, "unzip", "a.zip", ["read a.zip", "write ./*", "ask"]],
	[unzip, "unzip", "-: a.zip -d out", ["read a.zip", "ask"]],
	[unzip, "unzip", "a.zip -d ?", ["ask"]],
	[sevenZip, "7z", "l a.7z", ["read a.7z"]],
	[sevenZip, "7z", "x a.7z -oout", ["read a.7z", "write out/*"]],
	[sevenZip, "7z", "x a.7z", ["read a.7z", "write ./*", "ask"]],
	[sevenZip, "7z", "e -so a.7z", ["read a.7z"]],
	[sevenZip, "7z", "a a.7z src", ["write a.7z", "tree src"]],
	[sevenZip, "7z", "a a.7z", ["write a.7z", "tree ."]],
	[sevenZip, "7z", "a a.7z @list", ["read list", "ask", "write a.7z", "tree ."]],
	[sevenZip, "7z", "z a.7z", ["ask"]],
	[cpio, "cpio", "-t", []],
	[cpio, "cpio", "-itF a", ["read a"]],
	[cpio, "cpio", "-o", ["ask"]],
	[cpio, "cpio", "-i", ["ask"]],
	[cpio, "cpio", "-i --no-absolute-filenames -D out", ["write out/*"]],
	[cpio, "cpio", "-t -F h:a --rsh-command=sh", ["runs --rsh-command=sh", "redirects h:a", "read h:a"]],
	[ar, "ar", "t a.a", ["read a.a"]],
	[ar, "ar", "rcs a.a b.o", ["write a.a", "read b.o"]],
	[ar, "ar", "x a.a", ["read a.a", "write ./*", "ask"]],
	[ar, "ar", "--plugin x t a.a", ["loads --plugin"]],
	[ar, "ar", "@opts", ["loads @opts"]],
] as const;

describe("the words of programs that pack and unpack", () => {
	for (const [analyser, name, text, expected] of cases) {
		it(`[programs-b-archives] ${name} ${text}`, () => {
			expect(summarize(analyser(text.split(" ").map((word) => (word === "?" ? null : word))))).toEqual(expected);
		});
	}
});
