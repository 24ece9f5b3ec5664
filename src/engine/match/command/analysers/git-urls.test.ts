import { describe, expect, it } from "vitest";
import { gitPush } from "./git-push.ts";
import { gitUrls } from "./git-urls.ts";

const kinds = (...operands: readonly (string | null)[]) =>
	gitUrls(operands).map((finding) => (finding.kind === "hazard" ? finding.hazard : finding.kind));

describe("gitUrls", () => {
	it("[programs-a-git] a transport helper, an unknown scheme and a host that looks like an option run a program", () => {
		for (const url of [
			"ext::sh -c id",
			"fd::17",
			"a-b::x",
			"evil://x",
			"ssh://-oProxyCommand=id/x",
			"ssh://user@-oX/x",
			"-oX@host:x",
			"git@-oX:x",
		]) {
			expect(kinds(url)).toEqual(["runs"]);
		}
	});

	it("[programs-a-git] a repository elsewhere on the machine redirects, one inside is read", () => {
		for (const url of ["/tmp/evil", "~/x", "../x", "a/../../x", "file:///tmp/x", "file:x", "FILE:///x"])
			expect(kinds(url)).toEqual(["redirects"]);
		for (const url of [".", "./x", "vendor/x"]) expect(kinds(url)).toEqual(["read"]);
	});

	it("[programs-a-git] addresses go to the network dimension, with the host alone for the short form", () => {
		expect(gitUrls(["https://a.example/x.git"])).toEqual([{ kind: "url", url: "https://a.example/x.git" }]);
		expect(gitUrls(["git@a.example:x.git"])).toEqual([{ kind: "url", url: "a.example" }]);
		expect(gitUrls(["a.example:x.git"])).toEqual([{ kind: "url", url: "a.example" }]);
		expect(kinds("origin", "https://a.example/x")).toEqual(["url"]);
	});

	it("[programs-a-git] names of remotes and refspecs are plain, an unknown repository asks", () => {
		expect(kinds("origin", "main", "main:dev", "+refs/heads/*:refs/remotes/origin/*", null)).toEqual([]);
		expect(kinds(null)).toEqual(["ask"]);
		expect(kinds()).toEqual([]);
	});

	it("[programs-a-git] a refspec of a push that deletes or overwrites changes the remote", () => {
		const hazards = (...operands: readonly string[]) =>
			gitPush(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));
		expect(hazards("origin", ":main", "+dev", "HEAD:x", ":")).toEqual([":main", "+dev"]);
	});
});
