type Requirement = { readonly id: string; readonly source: string; readonly behaviour: string };
const from =
	(section: number) =>
	(id: string, behaviour: string): Requirement => ({ id, source: `sandbox.md §${section}`, behaviour });
const storage = from(1);
const modes = from(2);
const protectedPaths = from(7);
const limits = from(9);

/** What the specification asks of sandboxes in which programs really run, of stubs, hard links, control groups and removal. */
export const SANDBOX_STORY_REQUIREMENTS: readonly Requirement[] = [
	storage(
		"sandbox-1-remove-nested",
		"a parent's sandbox is not removed while nested children live, except with force, which ends them first",
	),
	storage("sandbox-1-remove-session", "a session's directory goes with sandbox remove --session, never with one agent"),
	storage("sandbox-1-remove-locked-run", "directories of mode 000 that a program left are removed"),
	storage("sandbox-1-tree-ends", "a tree of agents that ends leaves its exports and nothing else"),
	storage("sandbox-1-sweep-run", "a sweep takes what a crashed run left: agent, storage, stubs; never a living agent's"),
	storage(
		"sandbox-1-stats",
		"stats count agents by mode, session and parent, with bytes used and allowed; a shared sandbox is listed once",
	),
	storage("sandbox-1-end-slices", "what a large sandbox leaves is copied and removed while others are answered"),
	storage("sandbox-1-lent", "which sandboxes another process watches over is known, so that the sweep of each run asks only for those"),
	storage("sandbox-1-plan", "the plan of an agent can be seen by its owner"),
	storage("cli-sandbox-plan", "writ sandbox plan shows the plan, or its problems with their exit code"),
	storage("cli-sandbox-rest", "writ sandbox remove --session, stats and sweep"),
	modes("sandbox-2-isolated-run", "isolated agents that live at the same time do not see each other"),
	modes("sandbox-2-shared-run", "agents of a session share workspace and exports"),
	modes("sandbox-2-session-kept", "a session's files stay when one of its agents ends"),
	modes("sandbox-2-session-share-run", "session_share: the session's workspace, read-only"),
	modes("sandbox-2-nested-run", "nested: the parent's workspace read-only, read-write or absent"),
	modes("sandbox-2-nested-exports", "a parent reads its children's exports at /sandbox/nested"),
	modes("sandbox-2-child-wider", "a child wider than its parent is refused, and nothing is left"),
	modes("sandbox-2-hard-quota-run", "hard quota: workspace in memory, input read-only, results through exports"),
	protectedPaths("sandbox-7-stubs", "missing protected names get stubs, removed by whoever leaves last"),
	protectedPaths("sandbox-7-stubs-counted", "stubs are counted over all runs of a workspace"),
	protectedPaths("sandbox-7-stubs-empty", "only what is still empty is removed"),
	protectedPaths("sandbox-7-stubs-swept", "stubs of crashed runs are swept"),
	protectedPaths("sandbox-7-stubs-lock", "processes that come and go at the same time leave no stub"),
	protectedPaths("sandbox-7-stub-git", "git status inside does not show stubs"),
	protectedPaths("sandbox-7-ten-runs", "ten runs on one workspace, none of which loses its masks"),
	protectedPaths("sandbox-7-linear", "planning grows linearly with the number of covered paths"),
	protectedPaths("sandbox-7-hard-links-run", "outside hard links: readable, their top-most directory read-only, and said"),
	protectedPaths("sandbox-7-hard-links-break", "--break-hardlinks replaces them by copies"),
	protectedPaths("sandbox-7-hard-links-refuse", "--hardlinks=refuse refuses with the first five names"),
	protectedPaths("sandbox-7-scan-run", "the exit scan quarantines what a program left, and only reports below node_modules"),
	protectedPaths("sandbox-7-scan-managed", "the exit scan judges a managed workspace as it is seen inside"),
	limits("sandbox-9-hard-quota", "max_total_size_mb, hard: tmpfs workspace"),
	limits("sandbox-9-soft-quota-run", "max_total_size_mb, soft: counts growth of a person's workspace, then kills"),
	limits("sandbox-9-cgroup", "a control group of version 2 holds memory.max and pids.max"),
	limits("sandbox-9-cgroup-swept", "control groups of killed supervisors are swept"),
	limits("sandbox-9-cgroup-none", "without a delegated hierarchy there is no control group, and none is claimed"),
];
