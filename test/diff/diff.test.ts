import { describe, expect, it } from "vitest";
import { type Change, diffTerms, diffWrits, type Profile, requestText, type WritDiff } from "../../src/engine/index.ts";
import { catalogOf, sealed } from "../explain/sealed.ts";

const BASE: Profile = {
	tools: { allowed: ["Read", "Bash(git status:*)"] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./out"] },
	network: { allow: ["example.com"] },
	capabilities: { network_access: true },
};

const tools = (change: Profile["tools"]): Profile => ({ ...BASE, tools: { ...BASE.tools, ...change } });
const files = (change: Profile["filesystem"]): Profile => ({ ...BASE, filesystem: { ...BASE.filesystem, ...change } });
const diff = (a: Profile, b: Profile): WritDiff => diffWrits(sealed(a), sealed(b));
const said = (list: readonly Change[]) => list.map(({ message }) => message);
const witnesses = (list: readonly Change[]) => list.flatMap((change) => change.witnesses.map(({ request }) => requestText(request)));

describe("diffWrits", () => {
	it("[diff-both-ways] says what the second newly allows, and the other way round what it forbids", () => {
		const wider = tools({ allowed: ["Read", "Write", "Bash(git status:*)"] });
		expect(diff(BASE, wider)).toMatchObject({
			allows: [{ dimension: "tools.allowed", entry: "Write", message: "Write is allowed" }],
			forbids: [],
			changes: [],
		});
		expect(diff(wider, BASE)).toMatchObject({
			allows: [],
			forbids: [{ dimension: "tools.allowed", entry: "Write", message: "Write is no longer allowed" }],
			changes: [],
		});
	});

	it("[diff-command] shows a command that the new rule allows", () => {
		const { allows } = diff(BASE, tools({ allowed: ["Read", "Bash(git status:*)", "Bash(npm test)"] }));
		expect(witnesses(allows)).toEqual(["$ npm test"]);
	});

	it("[diff-command] shows commands between a narrow rule and a wide one", () => {
		const { allows, forbids } = diff(BASE, tools({ allowed: ["Read", "Bash(git:*)"] }));
		expect(witnesses(allows).length).toBeGreaterThan(0);
		for (const text of witnesses(allows)) expect(text).toMatch(/^\$ git (?!status)/);
		expect(forbids).toEqual([]);
	});

	it("[diff-command] shows the dangerous option that only one side covers", () => {
		const plain = tools({ allowed: ["Bash(git branch:*)"] });
		const { allows } = diff(plain, tools({ allowed: ["Bash(git branch:*)", "Bash(git branch -D:*)"] }));
		expect(said(allows)).toEqual(["Bash(git branch -D:*) is allowed"]);
		for (const text of witnesses(allows)) expect(text).toContain("-D");
	});

	it("[diff-path] shows a path that the second list holds and the first does not", () => {
		const { allows, forbids } = diff(files({ read_paths: ["./src/**"] }), files({ read_paths: ["./src/*.ts", "./docs"] }));
		expect(said(allows)).toEqual(["./workspace/docs may be read"]);
		expect(witnesses(allows)[0]).toBe("read docs/example.txt");
		expect(said(forbids)).toContain("./workspace/src/** may no longer be read");
	});

	it("[diff-path] searches for a path where plain names show nothing", () => {
		const { allows } = diff(files({ read_paths: ["./a/example.txt", "./a/[!x]*"] }), files({ read_paths: ["./a/*"] }));
		expect(witnesses(allows)).toEqual([expect.stringMatching(/^read a\/x/)]);
	});

	it("[diff-host] shows a host below a suffix", () => {
		const { allows } = diff(BASE, { ...BASE, network: { allow: ["example.com", "*.docs.example.org", "api.example.org:8080"] } });
		expect(witnesses(allows)).toContain("connect to www.docs.example.org:443");
		expect(witnesses(allows)).toContain("connect to api.example.org:8080");
	});

	it("[diff-denials] shows what a new disallowed rule, blocked path and denied host take away", () => {
		const { allows, forbids, changes } = diff(BASE, {
			...tools({ disallowed: ["Bash(git status:*)", "Read(./secret/**)"] }),
			filesystem: { ...BASE.filesystem, blocked_paths: ["**/.env", "./private"] },
			network: { allow: ["example.com"], deny: ["example.com:80"] },
		});
		expect(said(forbids)).toEqual([
			"Bash(git status:*) is disallowed",
			"Read(//**/secret/**) is disallowed",
			"/**/secret/** is blocked",
			"./workspace/private is blocked",
			"example.com:80 is denied",
		]);
		expect(forbids.every((change) => change.witnesses.length > 0)).toBe(true);
		// A list of one's own gives up the built-in one.
		expect(allows).toMatchObject([{ dimension: "filesystem.blocked_paths", source: { layer: "built-in" } }]);
		expect(changes).toEqual([]);
	});

	it("[diff-denials] counts a question where there was none as forbidden, and one instead of a denial as a change", () => {
		const asks = tools({ ask: ["Bash(git status:*)"] });
		expect(diff(BASE, asks).forbids).toMatchObject([{ dimension: "tools.ask", witnesses: [{ before: "allow", after: "ask" }, {}, {}] }]);
		const denied = tools({ disallowed: ["Bash(git status:*)"] });
		const { allows, changes } = diff(denied, asks);
		expect(allows).toEqual([]);
		expect(changes.flatMap((change) => change.witnesses)).toContainEqual(expect.objectContaining({ before: "deny", after: "ask" }));
	});

	it("[diff-values] compares limits with their numbers and a spend that shows it", () => {
		const { forbids } = diff(BASE, { ...BASE, resources: { max_total_tokens: 1000, max_turns: 3 } });
		expect(said(forbids)).toEqual(["resources.max_total_tokens is 1000 instead of 500000", "resources.max_turns is 3 instead of no limit"]);
		expect(forbids[0]?.witnesses).toMatchObject([{ request: { kind: "spend", tokens: 1 }, facts: { budget: [{ totalTokens: 1000 }] } }]);
	});

	it("[diff-values] compares flags, modes, targets and the details of single tools", () => {
		const { allows, forbids } = diff(
			tools({ allowed: ["Read", "nexus_send"], permissions: { nexus_send: { allowed_targets: "parent" } } }),
			{
				...tools({
					allowed: ["Read", "nexus_send"],
					permissions: { nexus_send: { allowed_targets: ["baby"], timeout: 5 }, Read: { arguments: { limit: { max: 10 } } } },
				}),
				sandbox: { unix_sockets: true },
			},
		);
		expect(said(allows)).toEqual(["sandbox.unix_sockets is true instead of false", "nexus_send: baby may be reached"]);
		expect(said(forbids)).toEqual([
			"tools.permissions.nexus_send.timeout is 5 s instead of no limit",
			"nexus_send: mum may no longer be reached",
			"Read: 'limit' has to be {\"max\":10}",
		]);
		expect(witnesses(forbids)).toContain("nexus_send to mum");
	});

	it("[diff-complete] a grant inside another one changes nothing", () => {
		const { allows, forbids } = diff(files({ write_paths: ["./workspace"] }), files({ write_paths: ["./workspace", "./out"] }));
		expect([allows, forbids]).toEqual([[], []]);
	});

	it("[diff-witnesses] puts what other rules outweigh under changes, without an example", () => {
		const { allows, changes } = diff(
			tools({ disallowed: ["Write"] }),
			tools({ allowed: ["Read", "Write", "Bash(git status:*)"], disallowed: ["Write"] }),
		);
		expect(allows).toEqual([]);
		expect(changes).toMatchObject([{ entry: "Write", witnesses: [], message: expect.stringContaining("no request was found") }]);
	});

	it("[diff-complete] finds nothing between equal writs, however they are written", () => {
		const nothing = { allows: [], forbids: [], changes: [] };
		expect(diff(BASE, BASE)).toEqual(nothing);
		expect(
			diff(
				tools({ allowed: ["Bash(git:*)", "Read"] }),
				tools({ allowed: ["Read", "Bash(git:*)", "Bash(git status:*)", "Read(./src/**)"] }),
			),
		).toEqual(nothing);
		expect(diff(files({ read_paths: ["./{a,b}/**"] }), files({ read_paths: ["./b/**", "./a/**", "./a/*.ts"] }))).toEqual(nothing);
		expect(diff({ ...BASE, network: { allow: ["*"] } }, { ...BASE, network: { allow: ["*", "*.example.com"] } })).toEqual(nothing);
	});

	it("[diff-complete] shows labels, declared tools and places as changes", () => {
		expect(diff(BASE, { ...BASE, level: "trusted" }).changes).toMatchObject([
			{ dimension: "level", message: "level is trusted instead of custom" },
		]);
		expect(diff(BASE, tools({ declare: { deploy: { hosts: ["to"] } } })).changes).toMatchObject([{ dimension: "tools.declare.deploy" }]);
		expect(diffWrits(sealed(BASE), sealed(BASE, { root: "/other" })).changes).toMatchObject([{ dimension: "places.workspace" }]);
	});

	it("[diff-source] says where the entry was written: a grant by who grants, a denial by who denies", () => {
		const catalog = catalogOf("dev", tools({ allowed: ["Read", "Write", "Bash(git status:*)"], disallowed: ["Read(./secret)"] }), {
			"tools.allowed[1]": [5, 3],
			"tools.disallowed[0]": [8, 3],
		});
		const { allows, forbids } = diffWrits(sealed(BASE), sealed("dev", { catalog }));
		expect(allows[0]?.source).toMatchObject({ file: "profiles/dev.yaml", line: 5, column: 3 });
		expect(forbids[0]?.source).toMatchObject({ file: "profiles/dev.yaml", line: 8, column: 3 });
	});

	it("[diff-both-ways] compares terms that nobody holds yet", () => {
		const { allows } = diffTerms(sealed(BASE).terms, sealed(files({ read_paths: ["./workspace", "/etc"] })).terms);
		expect(said(allows)).toEqual(["/etc may be read"]);
	});
});
