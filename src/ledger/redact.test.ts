import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalText } from "./canonical-text.ts";
import { mayHoldSecrets, redact, SUSPECT } from "./redact.ts";

const random = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6hJ9k";
const base64 = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl";

/** What must not be left of a value, and what is. Put together here, so that no scanner takes them for real ones. */
const SECRETS: readonly (readonly [title: string, value: unknown, kept: unknown])[] = [
	["a writ key", `use writ_${random}ABC please`, "use [redacted] please"],
	["a writ key that begins like another word", `writ_digest${random}`, "[redacted]"],
	["a Trinity key", `trinity_mcp_${random}`, "[redacted]"],
	["an Anthropic key", `sk-ant-api03-${random}`, "[redacted]"],
	["an OpenAI key", `OPENAI=sk-proj-${random}`, "OPENAI=[redacted]"],
	["a GitHub token", `git clone https://x-access:ghp_${random}@github.com/a/b`, "git clone https://x-access:[redacted]@github.com/a/b"],
	["a fine-grained GitHub token", `github_pat_${random}`, "[redacted]"],
	["a GitLab token", `glpat-${random}`, "[redacted]"],
	["an AWS key id", "AKIAIOSFODNN7EXAMPLE", "[redacted]"],
	["an AWS secret", `aws_secret_access_key = ${random}`, "aws_secret_access_key = [redacted]"],
	["a Google key", `AIza${random}`, "[redacted]"],
	["a Slack token", "xoxb-123456789012-abcdef", "[redacted]"],
	["a Stripe key", `sk_live_${random}`, "[redacted]"],
	["an npm token", `//registry/:_authToken=npm_${random}`, "//registry/:_authToken=[redacted]"],
	["a JSON web token", `cookie ${base64}`, "cookie [redacted]"],
	["a bearer token", "Bearer abc.def-123456", "Bearer [redacted]"],
	["an authorization header", 'curl -H "Authorization: Basic dXNlcjpwYXNz" x', 'curl -H "Authorization: [redacted]" x'],
	["a password in a URL", "postgres://me:hunter2@db/x", "postgres://me:[redacted]@db/x"],
	["a password with an at sign in a URL", "https://me:hun@ter2@db/x", "https://me:[redacted]@db/x"],
	["an assignment", "PGPASSWORD=hunter2 psql", "PGPASSWORD=[redacted] psql"],
	["a quoted assignment", "export API_KEY='two words'; ls", "export API_KEY=[redacted]; ls"],
	["an option", "login --password hunter2 --user me", "login --password [redacted] --user me"],
	["JSON in a text", '{"client_secret": "abc"}', '{"client_secret": [redacted]}'],
	["a query", "https://x/y?token=abcdef&a=1", "https://x/y?token=[redacted]&a=1"],
	["a private key", "a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- b", "a [redacted] b"],
	["a private key that is cut off", "-----BEGIN PRIVATE KEY-----\nMIIE", "[redacted]"],
	[
		"a member that is named so",
		{ password: "x", Api_Key: "y", "x-api-key": 5, accessToken: ["z"] },
		{ password: "[redacted]", Api_Key: "[redacted]", "x-api-key": "[redacted]", accessToken: "[redacted]" },
	],
	[
		"a header",
		{ headers: { Authorization: "Basic abc", Cookie: "a=b" } },
		{ headers: { Authorization: "[redacted]", Cookie: "[redacted]" } },
	],
	["the environment", { env: { GITHUB_TOKEN: "abc", PATH: "/bin" } }, { env: { GITHUB_TOKEN: "[redacted]", PATH: "/bin" } }],
	["the name of a member", { [`sk-ant-${random}`]: 1 }, { "[redacted]": 1 }],
	["a list", ["ok", `ghp_${random}`], ["ok", "[redacted]"]],
];

const ORDINARY: readonly unknown[] = [
	{ kind: "tool", tool: "Read", input: { file_path: "/home/person/project/src/token-parser.ts" } },
	{ kind: "spend", tokens: 500, max_tokens: 1000, costUsd: 0.5 },
	{ kind: "command", command: "git log --author=me && npm run task-list | grep secrets.md" },
	{ kind: "network", host: "api.example.com", port: 443 },
	{ kind: "command", command: "echo $GITHUB_TOKEN ${API_KEY} --token $TOKEN TOKEN=$OTHER" },
	{ rule: "Bash(gh auth token:*)", url: "https://example.com/a@b", mail: "me@example.com" },
	{ writ_digest: "sha256:0f3c5a7e9b1d2f4a6c8e0f3c5a7e9b1d2f4a6c8e0f3c5a7e9b1d2f4a6c8e0f3c" },
	{ password: null, token: false, secret: "" },
	[1, null, true, "plain"],
];

describe("redact", () => {
	it.each(SECRETS)("[wire-2-ledger-redaction] removes %s", (_title, value, kept) => {
		expect(redact(value)).toEqual(kept);
		// INVARIANT: the quick look sees everything that the deep one would change.
		expect(mayHoldSecrets(canonicalText(value))).toBe(true);
	});

	it.each(ORDINARY)("leaves ordinary values as they are: %j", (value) => {
		expect(redact(value)).toEqual(value);
	});

	it("takes a second pass without change", () => {
		for (const [, value] of SECRETS) expect(redact(redact(value))).toEqual(redact(value));
	});

	it("the quick look sees whatever the pattern for it sees", () => {
		const words =
			"passw passphrase pwd secret token tokens credential api access private signing key authorization cookie bearer PRIVATE KEY writ_ trinity_mcp_ sk- sk_l rk_t rk_l sk_t ghp_ gho_ ghu_ ghs_ ghr_ github_pat glpat- AKIA ASIA AIDA AROA AGPA AIza ya29. xox npm_ hf_ eyJ ://";
		const piece = fc.constantFrom(...words.split(" "), random, " ", "_", "-", '"', "@", "s", "a b", "é");
		const text = fc.array(fc.tuple(piece, fc.constantFrom("as it is", "small", "capital")), { maxLength: 6 });
		fc.assert(
			fc.property(text, (pieces) => {
				const written = pieces
					.map(([one, way]) => (way === "small" ? one.toLowerCase() : way === "capital" ? one.toUpperCase() : one))
					.join("");
				expect(mayHoldSecrets(written)).toBe(SUSPECT.test(written));
			}),
			{ numRuns: 5_000 },
		);
		for (const word of words.split(" ")) expect(mayHoldSecrets(`a ${word}${random}`)).toBe(SUSPECT.test(`a ${word}${random}`));
	});

	it("the quick look lets ordinary requests pass", () => {
		for (const value of [ORDINARY[1], ORDINARY[3], ORDINARY[6]]) expect(mayHoldSecrets(canonicalText(value))).toBe(false);
	});

	it.each([
		"eyJ",
		"a",
		"-----BEGIN PRIVATE KEY-----",
		"token",
		"token=",
		"password ",
		"://",
		"://a:",
		"bearer ",
		"authorization:",
		"sk-",
		"--token ",
		"writ_",
		"-",
		"a@",
		'"',
		"'token='",
	])("a hostile text made of %j takes no long time", (piece) => {
		const hostile = piece.repeat(Math.ceil(300_000 / piece.length));
		const started = process.threadCpuUsage();
		mayHoldSecrets(hostile);
		redact(hostile);
		expect(process.threadCpuUsage(started).user / 1e6).toBeLessThan(1.5);
	});
});
