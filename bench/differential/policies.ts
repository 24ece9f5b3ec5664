import { sealProfile, type Writ } from "../../src/engine/index.ts";
import { HOME, ROOT, resolveInFixture } from "./fixture.ts";

/** A policy that every text is asked of; a text runs once, and what it did is held against each policy that allowed it. */
export interface Policy {
	readonly name: string;
	readonly writ: Writ;
	/** A sandbox holds the agent: the kernel keeps the paths, and only what runs is the engine's. */
	readonly confined: boolean;
	/** It is asked only of texts that hold this. */
	readonly about?: RegExp;
}

interface Sketch {
	readonly rules: readonly string[];
	readonly read: readonly string[];
	readonly write: readonly string[];
	readonly blocked: readonly string[];
	readonly links?: "inside";
	readonly confined?: true;
	readonly about?: RegExp;
}

const READERS = "ls cat head tail wc grep sort uniq cut tr nl diff find echo printf".split(" ").map((name) => `${name}:*`);

/**
 * They differ in what a mistake would break: one key is blocked or the other, everything may be read or only the workspace, almost nothing
 * may run or a lot, nothing may be written or only one folder.
 */
const SKETCHES: Readonly<Record<string, Sketch>> = {
	look: { rules: READERS, read: ["./workspace"], write: [], blocked: ["/ws/key", "/ws/.env"], links: "inside" },
	"look-around": {
		rules: [...READERS, "git log:*", "git status:*"],
		read: ["/"],
		write: ["./workspace/out"],
		blocked: ["/ws/sub/key", "/ws/sub/sub", "/root"],
	},
	"one-command": { rules: ["ls:*", "git status"], read: ["/"], write: [], blocked: [], links: "inside" },
	write: {
		rules: ["ls:*", "cat:*", "echo:*", "rm:*", "touch:*", "mkdir:*", "cp:*", "mv:*", "tee:*", "sort:*"],
		read: ["./workspace"],
		write: ["./workspace/out", "./workspace/build", "./workspace/sub"],
		// The last two lie where a tree may be removed, or copied to.
		blocked: ["/ws/key", "/ws/.env", "/ws/sub/sub/key", "/ws/out/m/a.txt"],
	},
	search: {
		rules: ["grep:*", "sort:*", "head:*", "uniq:*", "git log:*", "git ls-files:*", "cat:*", "kill:*", "ls:*", "echo:*"],
		read: ["/"],
		write: ["/tmp/granted"],
		blocked: [],
		links: "inside",
	},
	// The only row of the language that nobody is allowed outside a sandbox.
	confined: {
		rules: [...READERS, "source venv/bin/activate", ". venv/bin/activate", "source ./venv/bin/activate"],
		read: ["/"],
		write: ["./workspace/out"],
		blocked: [],
		links: "inside",
		confined: true,
		about: /activate/,
	},
};

/** The policies by name. */
export const POLICIES: readonly Policy[] = Object.entries(SKETCHES).map(([name, sketch]) => ({
	name,
	writ: seal(name, sketch),
	confined: sketch.confined === true,
	...(sketch.about === undefined ? {} : { about: sketch.about }),
}));

function seal(name: string, { rules, read, write, blocked, links }: Sketch): Writ {
	const profile = {
		name,
		tools: { allowed: rules.map((rule) => `Bash(${rule})`).concat("Read", "Write", "Edit") },
		filesystem: { sandbox_root: ROOT, read_paths: read, write_paths: write, blocked_paths: blocked, allow_symlinks: links ?? false },
	};
	const sealed = sealProfile(profile, { agent: "differential", root: ROOT, home: HOME, resolve: resolveInFixture });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
}
