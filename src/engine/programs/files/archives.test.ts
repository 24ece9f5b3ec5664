import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { summarizeText } from "../summarize.ts";
import { compressedNames, compressedNamesWithoutList, readAr, readCpio, readUnzip, readZip, sevenZip, unpackedNames } from "./archives.ts";

const cases: readonly (readonly [string, string, Analyser, string, readonly string[]])[] = [
	["programs-b-archives", "zip", readZip, "a.zip f g", ["write a.zip", "read f", "read g"]],
	["programs-b-archives", "zip", readZip, "-r a.zip src", ["write a.zip", "tree src"]],
	["programs-b-archives", "zip", readZip, "-qr9 a.zip src -x *.log", ["write a.zip", "tree src"]],
	["programs-b-archives", "zip", readZip, "-rm a.zip src", ["write a.zip", "write src"]],
	["programs-b-archives", "zip", readZip, "- f", ["read f"]],
	["programs-b-archives", "zip", readZip, "-sf a.zip", []],
	["programs-b-archives", "zip", readZip, "a.zip f -T -TT sh", ["runs -T", "runs -TT", "write a.zip", "read f"]],
	["programs-b-archives", "zip", readZip, "-qTTsh a.zip f", ["runs -qTTsh", "write a.zip", "read f"]],
	["programs-b-archives", "zip", readZip, "a.zip f --unzip-comm=sh", ["runs --unzip-comm=sh", "write a.zip", "read f"]],
	["programs-b-archives", "zip", readZip, "-O out.zip a.zip -lf log", ["write out.zip", "write log", "write a.zip"]],
	["programs-b-archives", "zip", readZip, "-@ a.zip", ["ask", "write a.zip"]],
	["programs-b-archives", "zip", readZip, "a.zip ?", ["ask"]],
	["programs-b-archives", "unzip", readUnzip, "-l a.zip", ["read a.zip"]],
	["programs-b-archives", "unzip", readUnzip, "-p a.zip f", ["read a.zip"]],
	["programs-b-archives", "unzip", readUnzip, "a.zip -d out", ["read a.zip", "write out/*", "links out"]],
	["programs-b-archives", "unzip", readUnzip, "-oqd out a.zip", ["read a.zip", "write out/*", "links out"]],
	["programs-b-archives", "unzip", readUnzip, "a.zip", ["read a.zip", "write ./*", "links .", "ask"]],
	["programs-b-archives", "unzip", readUnzip, "-: a.zip -d out", ["read a.zip", "ask"]],
	["programs-b-archives", "unzip", readUnzip, "a.zip -d ?", ["ask"]],
	["programs-b-archives", "7z", sevenZip, "l a.7z", ["read a.7z"]],
	["programs-b-archives", "7z", sevenZip, "x a.7z -oout", ["read a.7z", "write out/*", "links out"]],
	["programs-b-archives", "7z", sevenZip, "x a.7z", ["read a.7z", "write ./*", "links .", "ask"]],
	["programs-b-archives", "7z", sevenZip, "e -so a.7z", ["read a.7z"]],
	["programs-b-archives", "7z", sevenZip, "a a.7z src", ["write a.7z", "tree src"]],
	["programs-b-archives", "7z", sevenZip, "a a.7z", ["write a.7z", "tree ."]],
	["programs-b-archives", "7z", sevenZip, "a a.7z @list", ["read list", "ask", "write a.7z", "tree ."]],
	["programs-b-archives", "7z", sevenZip, "z a.7z", ["ask"]],
	["programs-b-archives", "cpio", readCpio, "-t", []],
	["programs-b-archives", "cpio", readCpio, "-itF a", ["read a"]],
	["programs-b-archives", "cpio", readCpio, "-o", ["ask"]],
	["programs-b-archives", "cpio", readCpio, "-i", ["ask"]],
	["programs-b-archives", "cpio", readCpio, "-i --no-absolute-filenames -D out", ["ask"]],
	["programs-b-archives", "cpio", readCpio, "-t -F h:a --rsh-command=sh", ["runs --rsh-command=sh", "redirects h:a", "read h:a"]],
	["programs-b-archives", "ar", readAr, "t a.a", ["read a.a"]],
	["programs-b-archives", "ar", readAr, "rcs a.a b.o", ["write a.a", "read b.o"]],
	["programs-b-archives", "ar", readAr, "x a.a", ["read a.a", "write ./*", "links .", "ask"]],
	["programs-b-archives", "ar", readAr, "--plugin x t a.a", ["loads --plugin"]],
	["programs-b-archives", "ar", readAr, "@opts", ["loads @opts"]],
	["programs-found-derived", "gunzip", unpackedNames, "a/.mcp.json.gz", ["write a/.mcp.json"]],
	["programs-found-derived", "gunzip", unpackedNames, "x.tgz", ["write x", "write x.tar"]],
	["programs-found-derived", "gunzip", unpackedNames, "-S zz xzz", ["write x"]],
	["programs-found-derived", "gunzip", unpackedNames, "-S ? x.gz", ["ask"]],
	["programs-found-derived", "gunzip", unpackedNames, "-N x.gz", ["ask"]],
	["programs-found-derived", "gunzip", unpackedNames, "-c x.gz", []],
	[
		"programs-found-derived",
		"gunzip",
		unpackedNames,
		"-r sub",
		[...["sub.gz", "sub.z", "sub-z", "sub.Z", "sub-gz", "sub_z"].map((name) => `read ${name}`), "write sub/*", "links sub"],
	],
	["programs-found-closed", "gunzip", unpackedNames, "-c x", ["x.gz", "x.z", "x-z", "x.Z", "x-gz", "x_z"].map((name) => `read ${name}`)],
	["programs-found-derived", "gzip", compressedNames, "x", ["write x.gz"]],
	["programs-found-derived", "gzip", compressedNames, "-dk x.gz", ["write x"]],
	["programs-found-derived", "gzip", compressedNames, "-S .json .mcp", ["write .mcp.json"]],
	["programs-found-derived", "gzip", compressedNames, "-l x.gz", []],
	["programs-found-derived", "zstd", compressedNames, "-d --output-dir-flat out x/y.zst", ["write x/y", "write out/y"]],
	["programs-found-derived", "lz4", compressedNamesWithoutList, "-l x", ["write x.gz"]],
	["programs-found-derived", "lz4", compressedNamesWithoutList, "x.lz4", ["write x", "write x.lz4.gz"]],
];

describe("the words of programs that pack and unpack", () => {
	for (const [requirement, program, analyser, text, expected] of cases) {
		it(`[${requirement}] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarizeText(analyser, text)).toEqual(expected);
		});
	}
});
