const issue = (id: string, behaviour: string) => ({ id, source: "sandbox.md §10, §15", behaviour });

/** What the escape suite must show. */
export const ESCAPE_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	issue("escape-none", "nothing breaks out of the sandbox of writ but what is known, and what is blocked is proven to be"),
	issue("escape-compared", "the same attempts are made in a naive bubblewrap and in plain execution, and a table counts them by family"),
	issue("escape-known", "what is not blocked has a reason, and SECURITY.md names it"),
	issue("escape-clean", "the suite leaves nothing behind"),
	issue("escape-data", "attempts are data, each with an id and a family"),
	issue("escape-report", "an escape, silence, and a refusal that nobody saw are failures of the suite"),
	issue("escape-swap-race", "a parent that swaps its child's directory for a link gains nothing"),
	issue("escape-planted-git", "a planted .git link is refused, and nothing is made outside"),
	issue("escape-descriptors", "inherited descriptors do not reach the command"),
	issue("escape-vsock", "AF_VSOCK is refused"),
	issue("escape-core-pattern", "core_pattern cannot be written"),
	issue("escape-fork-bomb", "a fork bomb ends at the limit of processes"),
	issue("escape-memory-bomb", "memory bombs end at the limit of memory, also in files without a name"),
	issue("escape-disk-fill", "a disk fill is ended, also when the files have been removed or are empty"),
	issue("escape-supervisor-killed", "nothing outlives a killed supervisor"),
	issue("escape-set-id", "set-uid and set-gid files are never made"),
	issue("escape-proxy-alive", "the proxy that refuses the others lets granted hosts through"),
];
