import { type Attempt, perl, shell } from "../attempt.ts";

/** Links, swaps and second names. */
export const LINKS: readonly Attempt[] = [
	shell("links", "link-read", "reads through a link that it makes", 'ln -s "$SECRET" "$ID"; cat "$ID"'),
	shell("links", "link-write", "writes through a link that it makes", 'ln -s "$OUTSIDE" "$ID"; echo "[$ID]" >"$ID/$ID"', {
		leaves: ["outside/link-write"],
	}),
	shell("links", "planted-link-read", "reads through a link that was in the workspace before", "cat leads-out/secret"),
	shell("links", "planted-link-write", "writes through a link that was in the workspace before", 'echo "[$ID]" >"leads-out/$ID"', {
		leaves: ["outside/planted-link-write"],
	}),
	shell("links", "hard-link-read", "gives a file of the host a second name in the workspace", 'ln "$SECRET" "$ID"; cat "$ID"'),
	shell("links", "hard-link-write", "writes a file in the workspace that has another name outside", 'echo "[$ID]" >>twin', {
		leaves: ["outside/twin"],
	}),
	shell(
		"links",
		"hard-link-read-only",
		"gives a file that is granted for reading a name that can be written",
		'ln "$READABLE/linked" "$ID" && echo "[$ID]" >>"$ID"',
		{
			leaves: ["readable/linked"],
		},
	),
	perl(
		"links",
		"hard-link-descriptor",
		"gives an open file that is granted for reading a name that can be written",
		`open(my $file, "<", "$ENV{READABLE}/linked") or die; call("linkat", -100, "/proc/self/fd/" . fileno($file), -100, $id, 0x400);
open(my $made, ">>", $id) or die "refused: $!\\n"; print $made "[$id]\\n";`,
		{ leaves: ["readable/linked"] },
	),
	shell(
		"links",
		"swap-directory",
		"swaps a directory of its workspace for a link",
		'mv src away; ln -s "$OUTSIDE" src; echo "[$ID]" >"src/$ID"',
		{
			leaves: ["outside/swap-directory"],
			alone: true,
		},
	),
	shell(
		"links",
		"swap-workspace",
		"swaps its whole workspace for a link",
		'cd ..; mv workspace away; ln -s "$OUTSIDE" workspace; echo "[$ID]" >"workspace/$ID"',
		{
			leaves: ["outside/swap-workspace"],
			alone: true,
			refusal: /busy|Read-only/,
			notPlain: "it moves the directory in which its own answer is kept",
		},
	),
	shell("links", "swap-race", "swaps its child's directory for a link while the child is started", "see swap-race.ts", {
		scene: "swap-race",
		alone: true,
		silent: true,
		leaves: ["outside/swap-race"],
	}),
	shell("links", "leave-link", "leaves a link for the person to walk into", 'ln -s "$OUTSIDE/$ID" "$ID"', {
		leaves: ["workspace/leave-link"],
	}),
	shell("links", "leave-link-deep", "leaves such a link deep in a tree", 'mkdir -p d/e/f; ln -s "$OUTSIDE/$ID" "d/e/f/$ID"', {
		leaves: ["workspace/d/e/f/leave-link-deep"],
	}),
	shell("links", "planted-git-link", "has bubblewrap make files outside, by a .git that leads to the host", "true", {
		links: { ".git": "/oldroot$OUTSIDE/planted-git-link" },
		masks: [".git/hooks"],
		leaves: ["outside/planted-git-link/hooks"],
		alone: true,
		notPlain: "it goes against the launcher",
	}),
	shell(
		"links",
		"planted-git-link-plain",
		"writes hooks of another repository, by a .git that leads there",
		'echo "[$ID]" >.git/hooks/post-checkout',
		{
			links: { ".git": "$OUTSIDE/repository" },
			leaves: ["outside/repository/hooks/post-checkout"],
			alone: true,
		},
	),
	shell("links", "planted-hooks-link", "has bubblewrap bind where a link in .git leads", "true", {
		links: { ".git/hooks": "/oldroot$OUTSIDE/planted-hooks-link" },
		masks: [".git/hooks/pre-commit"],
		leaves: ["outside/planted-hooks-link/pre-commit"],
		alone: true,
		notPlain: "it goes against the launcher",
	}),
	shell("links", "planted-settings-link", "writes outside by a protected name that is a link", 'echo "[$ID]" >.claude/$ID', {
		links: { ".claude": "$OUTSIDE" },
		leaves: ["outside/planted-settings-link"],
		alone: true,
	}),
];
