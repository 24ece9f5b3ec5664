/**
 * How secrets look. SECURITY: requests come from agents and may be long, so each pattern takes linear time: no two neighbouring
 * repetitions that match the same characters, and none that begins again inside its own run (redact.test.ts, "hostile").
 */
const SECRET_TEXTS: readonly { readonly name: string; readonly pattern: RegExp; readonly kept?: string }[] = [
	{ name: "private key", pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g },
	{ name: "writ and Trinity key", pattern: /(?:writ|trinity_mcp)_[\w-]{32,}/g },
	{ name: "Anthropic and OpenAI key", pattern: /\bsk-[\w-]{16,}/g },
	{ name: "GitHub token", pattern: /gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}/g },
	{ name: "GitLab token", pattern: /glpat-[\w-]{16,}/g },
	{ name: "AWS key id", pattern: /\b(?:AKIA|ASIA|AIDA|AROA|AGPA)[A-Z0-9]{12,}/g },
	{ name: "Google key", pattern: /AIza[\w-]{30,}|\bya29\.[\w-]{16,}/g },
	{ name: "Slack token", pattern: /\bxox[a-z]-[\w-]{10,}/g },
	{ name: "Stripe key", pattern: /\b[sr]k_(?:live|test)_\w{16,}/g },
	{ name: "npm and Hugging Face token", pattern: /\b(?:npm|hf)_[A-Za-z0-9]{30,}/g },
	{ name: "JSON web token", pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g },
	{
		name: "authorization header",
		pattern: /(authorization["']?\s{0,8}[:=]\s{0,8}["']?)(?!\$)(?:(?:basic|bearer|digest|token)\s{1,8})?[^\s"',;]+/gi,
		kept: "$1",
	},
	{ name: "bearer token", pattern: /\b(bearer\s{1,8})(?![$[])[\w.~+/=-]{8,}/gi, kept: "$1" },
	{ name: "password in a URL", pattern: /(:\/\/[^\s/:@"']{0,256}:)(?!\$)[^\s/"']{1,256}(?=@)/g, kept: "$1" },
	{
		name: "assignment",
		pattern:
			/((?:passwd|password|passphrase|secret|token|credentials?|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key)(?:["']?\s{0,8}[:=]\s{0,8}|\s{1,8}(?<=-[\w-]{0,40}\s{1,8})))(?:"[^"]{1,4096}"|'[^']{1,4096}'|(?![$*[({<-])[^\s"'&;|)]{3,})/gi,
		kept: "$1",
	},
];

/** Names of members whose value is a secret, whatever it looks like. `tokens`, `token_count` and the like are not among them. */
const SECRET_NAME =
	/(?:passwd|password|passphrase|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|signing[_-]?key|authorization|cookie)$/i;

/** Whether a JSON text may hold any of it: one pass, no more. INVARIANT: everything that the patterns above find contains one of these. */
export const SUSPECT =
	/passw|passphrase|pwd"|secret|token(?!s)|credential|(?:api|access|private|signing)[_-]?key|authorization|cookie|bearer|PRIVATE KEY|(?:writ|trinity_mcp)_[\w-]{32}|\bsk-|[sr]k_[lt]|gh[pousr]_|github_pat|glpat-|A(?:KIA|SIA|IDA|ROA|GPA)|AIza|ya29\.|xox|npm_|hf_|eyJ|:\/\/[^\s/"]{0,512}@/i;

/** Three characters in a row, in capital or small letters. INVARIANT: everything that `SUSPECT` finds contains one of these. */
const SUSPECT_TRIPLES: readonly string[] = [
	...["ssw", "ssp", "pwd", "ecr", "tok", "ede", "key", "iza", "kie", "bea", "it_", "cp_", "sk-", "k_l", "k_t"],
	...["ghp", "gho", "ghu", "ghs", "ghr", "b_p", "glp", "kia", "sia", "aid", "roa", "gpa", "ya2", "xox", "pm_", "hf_", "eyj", "://"],
];

/** Stands where a secret stood. */
const REDACTED = "[redacted]";

/** A copy of a JSON value in which everything that looks like a secret is replaced. */
export function redact(value: unknown): unknown {
	if (typeof value === "string") return redactText(value);
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) return value.map(redact);
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [redactText(name), redactMember(name, member)]));
}

/** A text without the secrets in it. */
function redactText(text: string): string {
	let clean = text;
	for (const { pattern, kept = "" } of SECRET_TEXTS) clean = clean.replace(pattern, `${kept}${REDACTED}`);
	return clean;
}

/** A text without secrets, looked at deeply only when there may be one. */
export function cleanText(text: string): string {
	return mayHoldSecrets(text) ? redactText(text) : text;
}

/** Whether a JSON text is worth the deep look. There is a text for every decision: three characters in a row rule most of them out. */
export function mayHoldSecrets(json: string): boolean {
	let last = 0;
	for (let at = 0; at < json.length; at++) {
		last = ((last << 5) | (json.charCodeAt(at) & 31)) & 0x7fff;
		if (TRIPLES[last] === 1) return SUSPECT.test(json);
	}
	return false;
}

/** Five bits of each character count, in which capital and small letters are the same. Another triple with the same number only costs the deep look. */
const TRIPLES = new Uint8Array(0x8000);
for (const [one, two, three] of SUSPECT_TRIPLES.map((triple) => Array.from(triple, (character) => character.charCodeAt(0) & 31)))
	TRIPLES[((one ?? 0) << 10) | ((two ?? 0) << 5) | (three ?? 0)] = 1;

function redactMember(name: string, member: unknown): unknown {
	const plain = member === null || member === undefined || typeof member === "boolean" || member === "";
	return !plain && SECRET_NAME.test(name) ? REDACTED : redact(member);
}
