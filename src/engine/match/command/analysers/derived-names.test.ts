import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { compilerOutput, linkerOutput } from "./compiler-output.ts";
import { compressedNames, compressedNamesWithoutList, unpackedNames } from "./compressed-names.ts";
import { copiedNames } from "./copied-names.ts";
import { csplit } from "./csplit.ts";
import { gitFormatPatch } from "./git-format-patch.ts";
import { ln } from "./ln.ts";
import { protoc } from "./protoc.ts";
import { sedBackups } from "./sed-backups.ts";
import { split } from "./split.ts";
import { summarize } from "./summarize.ts";

/** `?` is a word that is only known when the shell runs. */
const cases: readonly (readonly [string, Analyser, string, readonly string[]])[] = [
	["gunzip", unpackedNames, "a/.mcp.json.gz", ["write a/.mcp.json"]],
	["gunzip", unpackedNames, "x.tgz", ["write x", "write x.tar"]],
	["gunzip", unpackedNames, "-S zz xzz", ["write x"]],
	["gunzip", unpackedNames, "-S ? x.gz", ["ask"]],
	["gunzip", unpackedNames, "-N x.gz", ["ask"]],
	["gunzip", unpackedNames, "-c x.gz", []],
	["gunzip", unpackedNames, "-r sub", ["write sub/*"]],
	["gzip", compressedNames, "x", ["write x.gz"]],
	["gzip", compressedNames, "-dk x.gz", ["write x"]],
	["gzip", compressedNames, "-S .json .mcp", ["write .mcp.json"]],
	["gzip", compressedNames, "-l x.gz", []],
	["zstd", compressedNames, "-d --output-dir-flat out x/y.zst", ["write x/y", "write out/y"]],
	["lz4", compressedNamesWithoutList, "-l x", ["write x.gz"]],
	["lz4", compressedNamesWithoutList, "x.lz4", ["write x", "write x.lz4.gz"]],
	["cp", copiedNames, "a b", []],
	["cp", copiedNames, "-b a b", ["write b~", "write b/a~"]],
	["cp", copiedNames, "-S .json x .mcp", ["write .mcp.json", "write .mcp/x.json"]],
	["cp", copiedNames, "--parents a/b c", ["write c/a/b"]],
	["cp", copiedNames, "-r a/. out", ["write out/*"]],
	["cp", copiedNames, "-t . ?", ["write ./*", "ask"]],
	["ln", ln, "-S .json x .mcp", ["write .mcp", "write .mcp.json", "write .mcp/x.json", "write x"]],
	["sed", sedBackups, "-i.json p .mcp x", ["write .mcp.json", "write x.json"]],
	["sed", sedBackups, "-n -e p -i.b x", ["write x.b"]],
	["sed", sedBackups, "-i p x", []],
	["split", split, "x out/part-", []],
	["split", split, "x out/.bashr", ["ask"]],
	["split", split, "x opencode.jso", ["ask"]],
	["csplit", csplit, "-f p -b %02d x 1", []],
	["csplit", csplit, "-f p -b %.0dson x 1", ["ask"]],
	["gcc", compilerOutput, "x.c", ["write a.out"]],
	["gcc", compilerOutput, "-c a/x.c b/y.cc", ["write x.o", "write y.o"]],
	["gcc", compilerOutput, "-o out/x x.c", []],
	["gcc", compilerOutput, "-E x.c", []],
	["ld", linkerOutput, "x.o", ["write a.out"]],
	["git format-patch", gitFormatPatch, "-1", ["write 0001-commit.patch"]],
	["git format-patch", gitFormatPatch, "-oout -1", ["write out/0001-commit.patch"]],
	["git format-patch", gitFormatPatch, "--stdout -1", []],
	["protoc", protoc, "--go_out=paths=x:gen a.proto", ["write gen/*"]],
];

describe("names that programs make themselves", () => {
	for (const [program, analyser, text, expected] of cases) {
		it(`[programs-found-derived] ${program} ${text} gives ${JSON.stringify(expected)}`, () => {
			expect(summarize(analyser(text.split(" ").map((word) => (word === "?" ? null : word))))).toEqual(expected);
		});
	}
});
