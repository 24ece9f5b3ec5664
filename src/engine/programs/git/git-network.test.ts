import { describe, expect, it } from "vitest";
import { summarize } from "../summarize.ts";
import { gitClone, gitFetch, gitPush, gitUrls } from "./git-network.ts";

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

	it("[programs-a-git] another repository on the machine redirects, wherever it lies; the own one is read", () => {
		for (const url of [
			"/tmp/evil",
			"~/x",
			"../x",
			"a/../../x",
			"file:///tmp/x",
			"file:x",
			"FILE:///x",
			"./x",
			"vendor/x",
			"x.bundle",
			"x.git",
		])
			expect(kinds(url)).toEqual(["redirects"]);
		for (const url of [".", "./"]) expect(kinds(url)).toEqual(["read"]);
		expect(kinds("origin", "./evil")).toEqual(["redirects"]);
	});

	it("[programs-a-git] addresses go to the network dimension, with the host alone for the short form", () => {
		expect(gitUrls(["https://a.example/x.git"])).toEqual([{ kind: "url", url: "https://a.example/x.git" }]);
		expect(gitUrls(["git@a.example:x.git"])).toEqual([{ kind: "url", url: "ssh://a.example/" }]);
		expect(gitUrls(["a.example:x.git"])).toEqual([{ kind: "url", url: "ssh://a.example/" }]);
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

	it("[programs-a-git] a refspec of a push or fetch that is not known is asked about, and so is a name that may be a directory", () => {
		expect(summarize(gitPush(["origin", null]))).toEqual(["ask"]);
		expect(summarize(gitFetch(["origin", null]))).toEqual(["ask"]);
		expect(summarize(gitPush(["evil", "main"]))).toEqual(["ask"]);
		expect(summarize(gitFetch(["evil"]))).toEqual(["ask"]);
		expect(summarize(gitFetch(["upstream", "main"]))).toEqual([]);
	});

	it("[programs-a-git] a fetch that names a place for what it brings changes local branches, unless that is where remotes are kept", () => {
		for (const refspec of ["a:main", "+a:main", "refs/heads/*:refs/heads/*", "a:refs/heads/main", ":main"])
			expect(summarize(gitFetch(["origin", refspec]))).toEqual([`changes ${refspec}`]);
		for (const refspec of ["main", "+main", "+refs/heads/*:refs/remotes/origin/*", "main:refs/remotes/origin/main", "main:"])
			expect(summarize(gitFetch(["origin", refspec]))).toEqual([]);
	});

	it("[programs-a-git] a clone without a directory writes one that is called like the repository", () => {
		expect(summarize(gitClone(["https://a.example/x/y.git/"]))).toEqual(["url https://a.example/x/y.git/", "write y"]);
		expect(summarize(gitClone(["git@a.example:.mcp.json"]))).toEqual(["url ssh://a.example/", "write .mcp.json"]);
		expect(summarize(gitClone(["https://a.example/x", "out"]))).toEqual(["url https://a.example/x"]);
		expect(summarize(gitClone(["evil", "out"]))).toEqual(["redirects evil"]);
	});
});
