import { describe, expect, it } from "vitest";
import { find } from "./find.ts";
import { summarize } from "./summarize.ts";

const judge = (text: string) => summarize(find(text === "" ? [] : text.split(" ").map((word) => (word === "?" ? null : word))));

describe("the expression of find", () => {
	const cases: readonly (readonly [string, readonly string[]])[] = [
		["", ["read ."]],
		[". -name *.ts -not -path ./node_modules/*", ["read ."]],
		["src test -type f", ["read src", "read test"]],
		["-name x", ["read ."]],
		["-L -O3 . -maxdepth 1", ["read ."]],
		["-D exec . -print", ["read ."]],
		[". -name -exec", ["read ."]],
		[". -name -delete -o -path *-exec*", ["read ."]],
		[". ( -name a -o -name b ) -prune , -print0", ["read ."]],
		[". -perm -u+x -size +1M -mtime -1 -ls", ["read ."]],
		[". -newer a -samefile b -newermt 2020-01-01 -neweram c", ["read .", "read a", "read b", "read c"]],
		[". -files0-from list", ["read .", "read list"]],
		[". -fprint out -fprintf log %p -fls l", ["read .", "write out", "write log", "write l"]],
		[". -fprint /dev/stdout", ["read ."]],
		[". -delete", ["read .", "changes -delete"]],
		[". -exec rm {} ;", ["read .", "command rm ?"]],
		[". -exec grep -l x {} + -print", ["read .", "command grep -l x ?"]],
		[". -execdir sh -c rm{} ;", ["read .", "command sh -c ?"]],
		[". -ok rm {} ; -okdir mv {} x ;", ["read .", "command rm ?", "command mv ? x"]],
		[". -exec {} ;", ["read .", "command ?"]],
		[". -exec echo + ;", ["read .", "command echo +"]],
		[". -exec rm {}", ["read .", "ask"]],
		[". -exec ;", ["read .", "ask"]],
		[". -strange", ["read .", "ask"]],
		[". -name", ["read .", "ask"]],
		["? -name x", ["read .", "ask"]],
		[". -delete ?", ["read .", "changes -delete", "ask"]],
	];
	for (const [text, expected] of cases) {
		it(`[programs-b-find] find ${text}`, () => {
			expect(judge(text)).toEqual(expected);
		});
	}

	it("[programs-b-find] the place of a dangerous word is told, so that a rule must name that very word", () => {
		expect(find(["x-delete", "-delete"])).toContainEqual({
			kind: "hazard",
			hazard: "changes",
			segment: "-delete",
			why: "-delete removes what is found",
			at: 1,
		});
	});
});
