const name = (id: string, behaviour: string, source = "sandbox.md §11a") => ({ id, source, behaviour });

/** Names in a workspace that other programs trust: which are closed, and that ordinary work goes on around them. */
export const PROTECTED_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	name("protected-names", "the short list is closed at the root of a workspace; start files of shells only where it is somebody's home"),
	name("protected-git", "git status shows no stub, and git stash -u, git clean -fdx and git worktree add work beside them"),
	name("protected-empty", "an empty workspace has no stubs: git clone X . and scaffolders work, and what they leave is looked at"),
	name("protected-killed", "after kill -9 of everything, the next command of any kind removes the stubs"),
	name("protected-told", "--json names what could not be written, and in a terminal one line does when the program failed"),
	name(
		"run-which-rules",
		"the help, and a line in a terminal when it matters, say which parts of a profile hold under run",
		"new-user.md M2",
	),
	name(
		"attack-git-pointers",
		"commondir, config.worktree, info and objects/info cannot be planted for the next git outside",
		"threats.md 1",
	),
	name(
		"attack-git-inner",
		"configuration and hooks of submodules and linked worktrees cannot be written, replaced or planted",
		"threats.md 1",
	),
	name("attack-git-programs", "programs of the project that the configuration names cannot be written", "threats.md 1"),
	name("attack-git-todo", "a rebase that waits to go on is told before the exit", "threats.md 1"),
	name(
		"attack-folded-names",
		"protected names in other letters, with invisible signs or as a short name are caught at the exit",
		"threats.md 1",
	),
];
