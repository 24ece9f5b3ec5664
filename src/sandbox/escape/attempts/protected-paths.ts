import { type Attempt, shell } from "../attempt.ts";

/** Names in a workspace that other programs trust and run. */
export const PROTECTED_PATHS: readonly Attempt[] = [
	...[
		[".git/hooks/pre-commit", "a hook that git runs"],
		[".git/config", "a setting that git runs"],
		[".git/commondir", "a pointer to another git directory"],
		[".git/config.worktree", "a setting of git for this tree"],
		[".mcp.json", "a server that clients start"],
		[".claude/settings.json", "settings of the Claude CLI"],
		[".writ/profiles/open.yaml", "a profile for writ itself"],
		[".codex/config.toml", "settings of Codex"],
		[".cursor/mcp.json", "settings of Cursor"],
		[".gemini/settings.json", "settings of Gemini"],
		[".vscode/tasks.json", "tasks that an editor runs"],
		[".idea/workspace.xml", "settings that an editor runs"],
		[".envrc", "a file that direnv runs"],
		[".gitmodules", "submodules that git fetches"],
		[".bashrc", "a start file of a shell"],
		[".zshenv", "a start file of another shell"],
		[".profile", "a start file of every shell"],
	].map(([path = "", what = ""]) => {
		const id = `plant-${path.replaceAll(/[./]+/g, "-").replace(/^-/, "")}`;
		return shell("protected paths", id, `plants ${what} (${path})`, `mkdir -p "$(dirname ${path})"; echo "[$ID]" >>${path}`, {
			leaves: [`workspace/${path}`],
		});
	}),
	...[
		["sub/.claude/settings.json", "settings of the Claude CLI"],
		["sub/.mcp.json", "a server that clients start"],
		["sub/deep/er/.vscode/tasks.json", "tasks that an editor runs"],
		["sub/.envrc", "a file that direnv runs"],
	].map(([path = "", what = ""]) => {
		const id = `nest-${path.replaceAll(/[./]+/g, "-")}`;
		return shell("protected paths", id, `plants ${what} deeper down (${path})`, `mkdir -p "$(dirname ${path})"; echo "[$ID]" >${path}`, {
			leaves: [`workspace/${path}`],
		});
	}),
	shell(
		"protected paths",
		"nest-git",
		"plants a pointer to another git directory deeper down (sub/.git)",
		'mkdir -p sub; echo "[$ID]" >sub/.git',
		{ leaves: ["workspace/sub/.git"], known: "a repository below the workspace is ordinary work: at the end it is only reported" },
	),
	shell(
		"protected paths",
		"rename-git",
		"renames .git and makes another one",
		'mv .git other; mkdir -p .git/hooks; echo "[$ID]" >.git/hooks/pre-push',
		{
			leaves: ["workspace/.git/hooks/pre-push"],
			alone: true,
		},
	),
	shell(
		"protected paths",
		"remove-hooks",
		"removes the hooks' directory and makes another one",
		'rm -rf .git/hooks; mkdir .git/hooks; echo "[$ID]" >.git/hooks/post-merge',
		{
			leaves: ["workspace/.git/hooks/post-merge"],
			alone: true,
		},
	),
	shell(
		"protected paths",
		"hook-by-link",
		"writes a hook through a link to .git",
		'ln -s .git another; echo "[$ID]" >another/hooks/post-commit',
		{
			leaves: ["workspace/.git/hooks/post-commit"],
		},
	),
	shell(
		"protected paths",
		"hook-by-second-name",
		"writes a hook through a second name of its file",
		'ln .git/hooks/sample second; echo "[$ID]" >>second',
		{
			leaves: ["workspace/.git/hooks/sample"],
		},
	),
	shell(
		"protected paths",
		"hook-by-bind",
		"unmounts what protects the hooks",
		'umount -l .git/hooks; umount -l .git; echo "[$ID]" >.git/hooks/pre-rebase',
		{
			leaves: ["workspace/.git/hooks/pre-rebase"],
		},
	),
	shell("protected paths", "hook-executable", "lets git run a sample hook", "chmod +x .git/hooks/sample && echo escaped"),
	shell(
		"protected paths",
		"rename-into-place",
		"fills a directory and renames it to a protected name",
		'mkdir filled; echo "[$ID]" >filled/settings.local.json; rm -rf .claude; mv filled .claude',
		{
			leaves: ["workspace/.claude/settings.local.json"],
			alone: "the renamers",
		},
	),
	shell(
		"protected paths",
		"rename-into-place-deep",
		"does the same deeper down",
		'mkdir -p filled sub; echo "[$ID]" >filled/settings.json; mv filled sub/.cursor',
		{
			leaves: ["workspace/sub/.cursor/settings.json"],
		},
	),
	shell(
		"protected paths",
		"link-into-place",
		"makes a protected name a link to a directory of its own",
		'mkdir -p own; echo "[$ID]" >own/config.toml; rm -rf .gemini; ln -s own .gemini',
		{
			leaves: ["workspace/.gemini/config.toml"],
			alone: "the renamers",
		},
	),
	shell(
		"protected paths",
		"exchange",
		"exchanges a directory with a protected one",
		'mkdir -p .cursor swapped; echo "[$ID]" >swapped/mcp.json; mv --exchange swapped .cursor 2>&1 || { mv .cursor old && mv swapped .cursor; }',
		{
			leaves: ["workspace/.cursor/mcp.json"],
			alone: "the renamers",
		},
	),
];
