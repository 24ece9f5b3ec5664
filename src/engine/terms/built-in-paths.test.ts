import { describe, expect, it } from "vitest";
import { canonicalPathEntry, compilePathSet } from "../paths/index.ts";
import { BUILT_IN_BLOCKED_PATHS, BUILT_IN_PROTECTED_PATHS } from "./built-in-paths.ts";

const places = { written: { workspace: "/ws" }, real: { workspace: "/ws" }, relocated: {}, home: null };
const blocked = compilePathSet(BUILT_IN_BLOCKED_PATHS, places, "written", "deny");
const guarded = compilePathSet(BUILT_IN_PROTECTED_PATHS, places, "written", "deny");

describe("the built-in lists of paths", () => {
	it("are canonical as they stand", () => {
		for (const entry of [...BUILT_IN_BLOCKED_PATHS, ...BUILT_IN_PROTECTED_PATHS]) {
			expect(canonicalPathEntry(entry, "deny")).toEqual({ ok: true, text: entry });
		}
	});

	it.each(
		".env .env.local .env.production .env.e .env.exampl .env.examples .env.examplex .env.example.local .env.Example .env. a/b/.env keys/server.pem id_rsa .ssh/config home/.aws/credentials .gnupg/x .netrc .npmrc .config/gcloud/x .claude/.credentials.json .codex/auth.json .writ/admin.key".split(
			" ",
		),
	)("[policy-1-built-in-secrets] %s is blocked, in the workspace and outside", (path) => {
		expect(blocked.match(`/ws/${path}`)).not.toBeNull();
		expect(blocked.match(`/home/someone/${path}`)).not.toBeNull();
	});

	it.each(".env.example a/.env.example environment.md src/env.ts .envrc README.md package.json .writ/profiles/mine.yaml".split(" "))(
		"[policy-1-env-example] %s is not blocked",
		(path) => {
			expect(blocked.match(`/ws/${path}`)).toBeNull();
		},
	);

	it.each(
		".git/hooks/pre-commit .git/config .claude/settings.json .mcp.json .writ/profiles/mine.yaml .codex/config.toml .cursor/x .gemini/x .vscode/tasks.json .idea/x .envrc .gitmodules .bashrc .bash_profile .profile .zshrc .zshenv sub/.git/hooks/x".split(
			" ",
		),
	)("[policy-1-built-in-protected] %s is never written", (path) => {
		expect(guarded.match(`/ws/${path}`)).not.toBeNull();
	});

	it.each(".git/index .git/objects/ab/cd .github/workflows/x.yml .gitignore src/config profile/.x".split(" "))(
		"%s may be written",
		(path) => {
			expect(guarded.match(`/ws/${path}`)).toBeNull();
		},
	);
});
