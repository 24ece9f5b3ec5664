const tracked = (id: string, behaviour: string, source = "sandbox.md §11a") => ({ id, source, behaviour });

/** What is seen inside of blocked files, in repositories and outside of them. */
export const TRACKED_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	tracked("tracked-objects", "HEAD's files are read without git: loose and packed objects, deltas, packed refs, sha1 and sha256"),
	tracked("tracked-unread", "what is damaged, linked, elsewhere or written in another way is not read, and its files stay hidden"),
	tracked(
		"tracked-exposed",
		"a blocked file whose bytes are the committed ones is not covered; the run says so once, and --json as exposed",
	),
	tracked("tracked-committed", "a blocked file that differs from HEAD shows the committed content, read-only"),
	tracked("tracked-untracked", "an untracked blocked file is empty and readable, so that grep -r ends with 0"),
	tracked(
		"tracked-npmrc",
		"an untracked .npmrc shows registries without user and password and known switches, nothing else",
		"threats.md 16",
	),
	tracked("tracked-git-works", "add -A, commit -a, diff, stash and rebase work in a repository that tracks .npmrc and .env"),
	tracked(
		"attack-tracked-index",
		"neither assume-unchanged nor a clean filter makes a changed secret visible, and no program of the repository runs outside",
		"threats.md 2, 3",
	),
	tracked("attack-tracked-hidden", "where the repository itself is not seen inside, its tracked secrets are not either", "threats.md 2"),
];
