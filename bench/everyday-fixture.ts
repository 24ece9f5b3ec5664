import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * A small repository in several languages, as agents meet it. `plain` holds no secret; `secrets` a `.env` at the top and a
 * key further down, neither of them in git; `deps` the certificates and test keys that installed packages bring.
 */
export type Fixture = "plain" | "secrets" | "deps";
export const FIXTURES: readonly Fixture[] = ["plain", "secrets", "deps"];

/** Makes the repository in a directory that does not exist yet. */
export function makeFixture(directory: string, fixture: Fixture): void {
	const at = (path: string) => join(directory, path);
	const put = (path: string, text: string) => {
		mkdirSync(dirname(at(path)), { recursive: true });
		writeFileSync(at(path), text);
	};
	for (const [path, text] of Object.entries(TRACKED)) put(path, text);
	chmodSync(at("scripts/build.sh"), 0o755);
	commitAll(directory);
	for (const [path, text] of Object.entries({ ...UNTRACKED, ...ONLY_IN[fixture] })) put(path, text);
	for (const name of PACKAGES) {
		const file = `node_modules/${name}/cli.js`;
		put(file, "#!/usr/bin/env node\n");
		chmodSync(at(file), 0o755);
		mkdirSync(at("node_modules/.bin"), { recursive: true });
		symlinkSync(`../${name}/cli.js`, at(`node_modules/.bin/${name}`));
	}
	chmodSync(at(".venv/bin/pytest"), 0o755);
	symlinkSync("/usr/bin/python3", at(".venv/bin/python"));
}

/** Programs that the project has installed. */
const PACKAGES = ["tsc", "vitest", "eslint", "prettier", "jest", "tsx", "vite"];

const code = (name: string) => `export const ${name} = "${name}"; // TODO\n`;

const TRACKED: Readonly<Record<string, string>> = {
	".gitignore": "node_modules/\ndist/\ncoverage/\nlogs/\n.venv/\n.env\n*.pem\n",
	".editorconfig": "root = true\n",
	".prettierrc": "{}\n",
	".claude/settings.json": "{}\n",
	".github/workflows/ci.yml": "on: push\njobs: {}\n",
	"README.md": "# Shelf\n\nLends books. `npm test` checks it.\n",
	"CLAUDE.md": "Run the tests before you commit.\n",
	Makefile: "test:\n\tnpm test\nbuild:\n\tnpm run build\n",
	Dockerfile: "FROM node:24\n",
	"docker-compose.yml": "services:\n  api:\n    build: .\n",
	"package.json": `${JSON.stringify({ name: "shelf", version: "1.0.0", type: "module", scripts: { test: "vitest run", build: "tsc", lint: "eslint ." } })}\n`,
	"package-lock.json": "{}\n",
	"tsconfig.json": "{}\n",
	"vite.config.ts": "export default {};\n",
	"eslint.config.js": "export default [];\n",
	"pyproject.toml": '[project]\nname = "shelf"\nversion = "1.0.0"\n',
	"requirements.txt": "fastapi\n",
	"go.mod": "module example.com/shelf\n",
	"cmd/server/main.go": "package main\n\nfunc main() {}\n",
	"Cargo.toml": '[workspace]\nmembers = ["crates/*"]\n',
	"crates/core/Cargo.toml": '[package]\nname = "core"\nversion = "0.1.0"\n',
	"crates/core/src/lib.rs": "pub fn one() -> i32 { 1 }\n",
	"backend/requirements.txt": "fastapi\n",
	"backend/app/__init__.py": "",
	"backend/app/main.py": "def root():\n    return {}\n",
	"backend/app/utils.py": "def empty():\n    return {}\n",
	"tests/conftest.py": "",
	"tests/test_main.py": "def test_root():\n    assert True\n",
	"tests/app.test.ts": code("appTest"),
	"src/index.ts": code("index"),
	"src/app.ts": code("createApp"),
	"src/config.ts": code("config"),
	"src/server.ts": Array.from({ length: 130 }, (_, line) => code(`line${line}`)).join(""),
	"src/types.ts": code("types"),
	"src/old.ts": code("old"),
	"src/hello.ts": code("hello"),
	"src/routes/notes.ts": code("notes"),
	"src/routes/users.ts": code("users"),
	"src/services/noteService.ts": code("noteService"),
	"src/services/userService.ts": code("userService"),
	"src/components/App.tsx": code("App"),
	"src/components/Button.tsx": code("Button"),
	"src/utils/format.ts": code("format"),
	"src/utils/date.ts": code("date"),
	"docs/api.md": "# The interface\n",
	"docs/guide.md": "# A guide\n",
	"docs/plans/roadmap.md": "# Plans\n",
	"docs/logo.svg": "<svg/>\n",
	"data/sample.json": "[]\n",
	"data/users.csv": "id,name\n1,ann\n",
	"scripts/build.sh": "#!/bin/sh\nnpm run build\n",
	"scripts/migrate.mjs": "export {};\n",
	"scripts/seed.py": "print(1)\n",
	"scripts/seed.ts": code("seed"),
};

const UNTRACKED: Readonly<Record<string, string>> = {
	"dist/index.js": "export {};\n",
	"coverage/lcov.info": "",
	"logs/app.log": "INFO ready\nError: late\n",
	"src/features-draft.ts": code("draft"),
	".venv/bin/activate": "",
	".venv/bin/pytest": "#!/usr/bin/env python3\n",
	".venv/pyvenv.cfg": "home = /usr/bin\n",
	".venv/lib/python3.12/site-packages/fastapi/__init__.py": "",
};

/** No real secret: what blocks them is their names. */
const ONLY_IN: Readonly<Record<Fixture, Readonly<Record<string, string>>>> = {
	plain: {},
	secrets: { ".env": "NAME=value\n", "backend/certs/server.pem": "no key\n" },
	deps: {
		".env.example": "NAME=\n",
		".venv/lib/python3.12/site-packages/certifi/cacert.pem": "no certificate\n",
		"node_modules/tls-tests/key.pem": "no key\n",
	},
};

function commitAll(directory: string): void {
	const env = { PATH: process.env.PATH, HOME: "/nonexistent", GIT_CONFIG_NOSYSTEM: "1" };
	const git = (...words: readonly string[]) =>
		execFileSync("git", ["-c", "user.name=Fixture", "-c", "user.email=fixture@example.com", ...words], {
			cwd: directory,
			env,
			stdio: "ignore",
		});
	git("init", "-q", "-b", "main");
	git("add", "-A");
	git("commit", "-q", "-m", "Begin");
	git("branch", "feature/notes");
	git("tag", "v1.0.0");
}
