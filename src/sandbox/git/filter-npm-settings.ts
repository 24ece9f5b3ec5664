/**
 * What a project's `.npmrc` says that is no secret: its registries without names and passwords, and switches.
 * SECURITY: only what is known to be harmless is kept, key by key and value by value; whatever npm would read in another way is left out.
 */
export function filterNpmSettings(text: string): string {
	const kept: string[] = [];
	for (const line of text.split(/[\r\n]+/)) {
		// Under a heading a key is another one.
		if (/^\s*\[/.test(line)) break;
		const [, key = "", value = ""] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
		const safe = REGISTRY.test(key) ? plainAddress(value) : SWITCHES.has(key) && PLAIN.test(value) ? value : null;
		if (safe !== null) kept.push(`${key}=${safe}\n`);
	}
	return kept.join("");
}

const REGISTRY = /^(?:@[a-z0-9~-][a-z0-9._~-]*:)?registry$/;
const PLAIN = /^(?:true|false|null|\d{1,6}(?:\.\d{1,6}){0,2}|[a-z]{1,12}(?:-[a-z]{1,12})?|[~^]?)$/;

const SWITCHES: ReadonlySet<string> = new Set([
	"audit",
	"audit-level",
	"auto-install-peers",
	"color",
	"dedupe-peer-dependents",
	"engine-strict",
	"fetch-retries",
	"fetch-timeout",
	"foreground-scripts",
	"fund",
	"hoist",
	"ignore-scripts",
	"include-workspace-root",
	"install-links",
	"install-strategy",
	"legacy-peer-deps",
	"link-workspace-packages",
	"lockfile",
	"lockfile-version",
	"loglevel",
	"maxsockets",
	"node-linker",
	"node-version",
	"offline",
	"omit",
	"optional",
	"package-lock",
	"package-manager-strict",
	"prefer-dedupe",
	"prefer-frozen-lockfile",
	"prefer-offline",
	"prefer-online",
	"prefer-workspace-packages",
	"progress",
	"provenance",
	"resolution-mode",
	"save",
	"save-exact",
	"save-prefix",
	"save-workspace-protocol",
	"shamefully-hoist",
	"shared-workspace-lockfile",
	"side-effects-cache",
	"strict-peer-deps",
	"strict-peer-dependencies",
	"strict-ssl",
	"tag-version-prefix",
	"update-notifier",
	"use-node-version",
	"workspaces",
	"workspaces-update",
]);

/** An address without user, password, question and mark; `null` when it is none, or holds a variable. */
function plainAddress(value: string): string | null {
	const text = /^"([^"\\]*)"$/.exec(value)?.[1] ?? value;
	if (/[\s"'${}\\;#]/.test(text) || !URL.canParse(text)) return null;
	const { protocol, host, pathname } = new URL(text);
	return protocol === "https:" || protocol === "http:" ? `${protocol}//${host}${pathname}` : null;
}
