import { describe, expect, it } from "vitest";
import { summarize } from "../summarize.ts";
import { readTar } from "./tar.ts";

const judge = (text: string) => summarize(readTar(text.split(" ").map((word) => (word === "?" ? null : word))));

describe("the words of tar", () => {
	const cases: readonly (readonly [string, readonly string[]])[] = [
		["tf a.tar", ["read a.tar"]],
		["-tzf a.tgz", ["read a.tgz"]],
		["--list --file=a.tar", ["read a.tar"]],
		["tvf -", []],
		["cf out.tar src test", ["write out.tar", "tree src", "tree test"]],
		["-czf out.tgz -C src .", ["write out.tgz", "tree src/."]],
		["czf out.tgz --exclude=x --exclude y src", ["write out.tgz", "tree src"]],
		["cf - src", ["tree src"]],
		["-cvf a.tar --remove-files src", ["write a.tar", "write src"]],
		["rf a.tar x", ["write a.tar", "tree x"]],
		["--delete -f a.tar x", ["write a.tar"]],
		["xf a.tar -C out", ["read a.tar", "write out/*", "links out"]],
		["xf a.tar -C out -C sub", ["read a.tar", "write out/sub/*", "links out/sub"]],
		["xf a.tar", ["read a.tar", "write ./*", "links .", "ask"]],
		["xf a.tar -C .git", ["read a.tar", "write .git/*", "links .git", "ask"]],
		["xf a.tar -C /etc", ["read a.tar", "write /etc/*", "links /etc", "ask"]],
		["xOf a.tar x", ["read a.tar"]],
		["-xPf a.tar -C out", ["read a.tar", "ask"]],
		["xf a.tar -C out --transform s,x,y,", ["read a.tar", "ask"]],
		["-df a.tar", ["read a.tar", "ask"]],
		["tf a.tar -I ./e", ["runs -I", "read a.tar"]],
		["tIf ./e a.tar", ["runs tIf", "read a.tar"]],
		["-tIf ./e a.tar", ["runs -tIf"]],
		["tf a.tar --use-compress=./e", ["runs --use-compress=./e", "read a.tar"]],
		["tf a --checkpoint=1 --checkpoint-action=exec=id", ["runs --checkpoint-action=exec=id", "read a"]],
		["xf a --to-comm=sh", ["runs --to-comm=sh", "read a"]],
		["tf h:a", ["redirects h:a"]],
		["tf ./h:a", ["read ./h:a"]],
		["tf h:a --force-local", ["read h:a"]],
		["tf h:a --rsh-command=./e", ["runs --rsh-command=./e", "redirects h:a"]],
		["-MF ./e -tf a", ["runs -MF", "read a"]],
		["cf - -T list", ["loads -T", "read list"]],
		["cf a.tar -X ignore -g snap src", ["read ignore", "write snap", "write a.tar", "tree src"]],
		["cf out.tar ?", ["write out.tar", "ask"]],
		["-v", ["ask"]],
	];
	for (const [text, expected] of cases) {
		it(`[programs-b-tar] tar ${text}`, () => {
			expect(judge(text)).toEqual(expected);
		});
	}
});
