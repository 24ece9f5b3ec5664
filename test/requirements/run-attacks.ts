const issue = (id: string, behaviour: string) => ({ id, source: "sandbox.md §3, §4, §7", behaviour });

/** What attacks on `writ run` found, and what must hold since. */
export const RUN_ATTACKS_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	issue("attack-planted-link", "a link in a granted tree is never a mount source: exit 3 path-symlink names it"),
	issue("attack-planted-link-above", "no directory is made below a link in a granted tree"),
	issue("attack-planted-link-glob", "the static part of a pattern, and an absolute path into the workspace, lead through no link there"),
	issue("attack-planted-link-session", "the same holds in the workspace of a session"),
	issue("attack-link-of-person", "a link elsewhere in an absolute path is followed, and the real path is judged"),
	issue("attack-bare-repository", "a new bare repository at any depth loses its HEAD at the exit, and is told"),
	issue("attack-bare-repository-known", "new or changed configuration and hooks of a bare repository go into quarantine"),
	issue("attack-bytes-scan", "names that are not UTF-8 are scanned and quarantined"),
	issue("attack-bytes-secret", "a blocked path below a name that is not UTF-8 refuses the run"),
	issue("attack-closed-directory", "a directory that writ cannot read and the program could refuses the run"),
	issue("attack-git-trusts", "hooks and included files that the configuration of a repository names in the workspace are protected"),
	issue("attack-closed-quota", "what a program writes into directories that it closed counts towards the quota within a second"),
	issue("sandbox-7-exit-exports", "protected names among the exports are moved to quarantine and reported"),
	issue("attack-closed-at-exit", "directories that the program closed are opened for the exit scan, and what must not stay is moved"),
	issue("attack-closed-root", "a workspace that the program closed is opened before its stubs are removed and it is scanned"),
	issue("attack-closed-masks", "names in masks count towards the memory, also while the program has closed its workspace"),
	issue("attack-stub-turned", "what was the stub of another run and is a file at the exit counts as new"),
	issue("attack-unscanned", "a run that was killed before its exit scan is told by the sweep, recorded, and told at the next run there"),
];
