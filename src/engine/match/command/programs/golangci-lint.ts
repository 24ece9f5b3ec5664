import type { ProgramTable } from "../program-table.ts";
import { loads, named, plain, writes } from "./option-rows.ts";

/** golangci-lint and staticcheck. */
export const golangciLint: ProgramTable = {
	names: ["golangci-lint"],
	abbreviations: false,
	closed: true,
	subcommands: {
		run: {
			operands: "maybe-read",
			defaultOperand: "./*",
			options: [
				loads("-c --config <file>", "loads settings, which name plug-ins"),
				{ names: ["--fix"], operandsBecome: "write", why: "rewrites the files" },
				writes("--cpu-profile-path <file>", "writes a profile"),
				writes("--mem-profile-path <file>", "writes a profile"),
				writes("--trace-path <file>", "writes a trace"),
				{
					...loads("--out-format <formats>", "writes to the place after the colon"),
					except: ["colored-line-number", "line-number", "json", "tab", "github-actions", "checkstyle", "junit-xml", "html"],
				},
				...["text", "json", "tab", "html", "checkstyle", "code-climate", "junit-xml", "teamcity", "sarif"].map((name) => ({
					...loads(`--output.${name}.path <file>`, "writes a report"),
					except: ["stdout", "stderr"],
				})),
				loads("--modules-download-mode <mode>", "fetches packages"),
				...plain(
					"-E --enable <linters>",
					"-D --disable <linters>",
					"--enable-only <linters>",
					"--default <group>",
					"--timeout <time>",
					"-j --concurrency <number>",
					"--build-tags <tags>",
					"-e --exclude <pattern>",
					"--skip-dirs <patterns>",
					"--skip-files <patterns>",
					"--new-from-rev <revision>",
					"--new-from-merge-base <branch>",
					"--new-from-patch <file>",
					"--max-issues-per-linter <number>",
					"--max-same-issues <number>",
					"--color <when>",
					"--path-prefix <prefix>",
					"--path-mode <mode>",
					"-p --presets <names>",
					"--go <version>",
					"--issues-exit-code <number>",
					"--sort-results",
				),
			],
		},
		fmt: {
			operands: "write",
			defaultOperand: "./*",
			options: [
				{ names: ["-d", "--diff"], operandsBecome: "maybe-read" },
				loads("-c --config <file>", "loads settings"),
				...plain("-E --enable <names>"),
			],
		},
		linters: { options: [loads("-c --config <file>", "loads settings")] },
		formatters: {},
		help: { operands: "data" },
		version: {},
		config: { operands: "data" },
		cache: { subcommands: { status: {}, clean: named("changes", "deletes the cache") } },
		custom: named("runs", "builds a program with plug-ins"),
		migrate: named("changes", "rewrites the settings"),
		completion: { operands: "data" },
	},
};
