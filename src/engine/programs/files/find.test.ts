import { describe, expect, it } from "vitest";
import { summarize } from "../summarize.ts";
import { readFind } from "./find.ts";

const judge = (text: string) => summarize(readFind(text === "" ? [] : text.split(" ").map((word) => (word === "?" ? null : word))));

describe("the expression of find", () => {
	const cases: readonly (readonly [string, readonly string[]])[] = [
		["", ["list ."]],
		[". -name *.ts -not -path ./node_modules/*", ["list ."]],
		["src test -type f", ["list src", "list test"]],
		["-name x", ["list ."]],
		["-L -O3 . -maxdepth 1", ["list ."]],
		["-D exec . -print", ["list ."]],
		[". -name -exec", ["list ."]],
		[". -name -delete -o -path *-exec*", ["list ."]],
		[". ( -name a -o -name b ) -prune , -print0", ["list ."]],
		[". -perm -u+x -size +1M -mtime -1 -ls", ["list ."]],
		[". -newer a -samefile b -newermt 2020-01-01 -neweram c", ["list .", "read a", "read b", "read c"]],
		[". -files0-from list", ["list .", "ask"]],
		[". -fprint out -fprintf log %p -fls l", ["list .", "write out", "write log", "write l"]],
		[". -fprint /dev/stdout", ["list ."]],
		[". -delete", ["list .", "changes -delete"]],
		[". -exec rm {} ;", ["list .", "command rm ?"]],
		[". -exec grep -l x {} + -print", ["list .", "command grep -l x ?"]],
		[". -execdir sh -c rm{} ;", ["list .", "unclear -execdir sh -c rm{}"]],
		[". -ok rm {} ; -okdir mv {} x ;", ["list .", "unclear -ok rm {}"]],
		[". -exec {} ;", ["list .", "unclear -exec {}"]],
		[". -exec echo + ;", ["list .", "command echo +"]],
		[". -exec rm {}", ["list .", "ask"]],
		[". -exec ;", ["list .", "ask"]],
		[". -strange", ["list .", "ask"]],
		[". -name", ["list .", "ask"]],
		["? -name x", ["list .", "ask"]],
		[". -delete ?", ["list .", "changes -delete", "ask"]],
	];
	for (const [text, expected] of cases) {
		it(`[programs-b-find] find ${text}`, () => {
			expect(judge(text)).toEqual(expected);
		});
	}

	it("[programs-b-find] the place of a dangerous word is told, so that a rule must name that very word", () => {
		expect(readFind(["x-delete", "-delete"])).toContainEqual({
			kind: "hazard",
			hazard: "changes",
			segment: "-delete",
			why: "-delete removes what is found",
			at: 1,
		});
	});
});
