import type { ProgramTable } from "../program-table.ts";
import { named, plain } from "./option-rows.ts";

/** rails: commands of a rails application. */
export const rails: ProgramTable = {
	names: ["rails"],
	closed: true,
	subcommands: {
		test: { operands: "maybe-read" },
		"test:system": { operands: "maybe-read" },
		routes: { options: plain("-c --controller <name>", "-g --grep <text>") },
		about: {},
		version: {},
		stats: {},
		notes: {},
		"db:migrate:status": {},
		"zeitwerk:check": {},
		help: { operands: "data" },
		runner: named("runs", "runs text as code"),
		r: named("runs", "runs text as code"),
		console: named("runs", "runs code from its input"),
		c: named("runs", "runs code from its input"),
		dbconsole: named("runs", "starts a database client"),
		server: named("runs", "starts a server"),
		s: named("runs", "starts a server"),
		generate: named("runs", "runs code that writes files"),
		g: named("runs", "runs code that writes files"),
		destroy: named("changes", "deletes files"),
		new: named("runs", "runs a template that writes files"),
		"db:migrate": named("changes", "changes the database"),
		"db:drop": named("changes", "deletes the database"),
		"db:reset": named("changes", "deletes the database"),
		"db:seed": named("changes", "changes the database"),
		"credentials:edit": named("redirects", "opens credentials in an editor"),
		"credentials:show": named("redirects", "shows credentials"),
	},
};
