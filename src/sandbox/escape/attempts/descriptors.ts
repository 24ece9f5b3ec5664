import { type Attempt, shell } from "../attempt.ts";

/** What the launcher has open. The rooms are entered with a secret file as descriptor 60 and a directory outside as 61. */
export const DESCRIPTORS: readonly Attempt[] = [
	shell("descriptors", "inherited-file", "reads a file that its launcher had open", "cat /proc/self/fd/60", {
		alone: "the inherited",
		stage: "supervised",
	}),
	shell(
		"descriptors",
		"inherited-directory",
		"goes up from a directory that its launcher had open",
		"cat /proc/self/fd/61/secret; cat /proc/self/fd/61/../outside/secret",
		{
			alone: "the inherited",
			stage: "supervised",
		},
	),
	shell(
		"descriptors",
		"inherited-any",
		"has any other file of its launcher open",
		`for one in /proc/self/fd/*; do to=$(readlink "$one") || continue
case $to in /dev/null | pipe:* | /proc/* | "$PWD"/* | /dev/pts/*) ;; *) test "\${one##*/}" -gt 2 && echo "escaped: $to" ;; esac; done; echo refused: none`,
		{ alone: "the inherited", stage: "supervised", refusal: /none/ },
	),
	shell(
		"descriptors",
		"descriptors-of-first",
		"opens what the first process has open",
		"for one in /proc/1/fd/*; do cat $one </dev/null 2>/dev/null | head -c 4096; done; ls /proc/1/fd/ >/dev/null",
		{
			alone: "the inherited",
			stage: "supervised",
			notPlain: "the first process of the machine is not a launcher",
			refusal: /denied|^$|No such file/,
		},
	),
	shell("descriptors", "supervisor-killed", "goes on when its launcher is killed", 'touch "started-$ID"; sleep 1.5; echo "[$ID]" >"$ID"', {
		family: "outliving",
		alone: true,
		stage: "supervised",
		silent: true,
		leaves: ["workspace/supervisor-killed"],
		later: 2.5,
	}),
];
