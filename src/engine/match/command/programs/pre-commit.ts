import type { CommandForm, ProgramTable } from "../program-table.ts";
import { loads, named, plain, reads } from "./option-rows.ts";

const state = (why: string): CommandForm => named("changes", why, { operands: "data" });

/** pre-commit and other keepers of hooks: they run the programs that the project's settings name. */
export const preCommit: ProgramTable = {
	names: ["pre-commit", "prek", "lefthook", "husky", "act"],
	abbreviations: false,
	closed: true,
	subcommands: {
		run: {
			operands: "data",
			options: [
				loads("-c --config <file>", "settings name programs that are run"),
				...reads("--files <files>"),
				...plain(
					"--hook-stage <stage>",
					"--from-ref <ref>",
					"--to-ref <ref>",
					"-a --all-files",
					"--color <when>",
					"-v --verbose",
					"--show-diff-on-failure",
					"--commands <names>",
				),
			],
		},
		"validate-config": { operands: "read" },
		"validate-manifest": { operands: "read" },
		"sample-config": {},
		help: { operands: "data" },
		version: {},
		install: named("loads", "writes hooks, which git runs", { options: plain("-t --hook-type <type>") }),
		uninstall: state("deletes hooks"),
		"install-hooks": named("loads", "fetches programs that are run"),
		autoupdate: named("loads", "changes which programs are run"),
		"try-repo": named("runs", "fetches and runs hooks of another repository"),
		"init-templatedir": named("loads", "writes hooks, which git runs"),
		migrate: state("rewrites the settings"),
		"migrate-config": state("rewrites the settings"),
		clean: state("deletes caches"),
		gc: state("deletes caches"),
		add: named("loads", "writes hooks, which git runs"),
		init: named("loads", "writes hooks, which git runs"),
		push: named("runs", "runs the workflows of the project"),
		pull_request: named("runs", "runs the workflows of the project"),
	},
};
