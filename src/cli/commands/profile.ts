import type { Catalog, Definition } from "../../engine/index.ts";
import { blockingProblems, openCatalog } from "../open-catalog.ts";
import { complainOfProblems } from "../output/problems.ts";
import { table } from "../output/table.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { compose } from "./compose.ts";

/** `writ profile`: the profiles that can be used here. */
export const profileCommand: Define = (command, { terminal, end }) => {
	command.description("See the profiles that can be used here: those that writ ships, your own, and the project's.");
	command
		.command("list")
		.summary("show the profiles")
		.description("Show every profile that can be used here, with what it is for and where it comes from.")
		.option("--fragments", "show the fragments that profiles include instead")
		.action((options: ListOptions) => end(list(terminal, options)));
	command
		.command("show")
		.summary("show one as it takes effect")
		.description("Show a profile as it takes effect, as `writ compose` does.")
		.argument("<profile>", "its name, or a file (./mine.yaml)")
		.action((profile: string, options: CommonOptions) => end(compose(terminal, profile, options)));
};

interface ListOptions extends CommonOptions {
	readonly fragments?: boolean;
}

interface Row {
	readonly name: string;
	readonly description: string;
	readonly layer: string;
	readonly file: string | null;
	readonly aliases: readonly string[];
}

function list(terminal: Terminal, { home, json = false, fragments = false }: ListOptions): ExitCode {
	const catalog = openCatalog(home, terminal.directory);
	const problems = blockingProblems(catalog);
	if (problems.length > 0) return complainOfProblems(problems, terminal, json);
	const rows = Object.entries(fragments ? catalog.fragments : catalog.profiles)
		.map(([name, definition]) => rowOf(name, definition, fragments ? {} : catalog.aliases))
		.toSorted((one, other) => (one.name < other.name ? -1 : 1));
	const { paint, write } = terminal;
	write(
		json
			? `${JSON.stringify({ [fragments ? "fragments" : "profiles"]: rows })}\n`
			: table(
					rows,
					[
						{ head: "NAME", of: ({ name }) => name, paint: paint.name },
						{ head: "FROM", of: ({ layer }) => layer },
						{ head: "ALSO", of: ({ aliases }) => aliases.join(", "), paint: paint.faint },
						{ head: "FOR", of: ({ description }) => description },
					],
					paint,
				),
	);
	return EXIT.ok;
}

function rowOf(name: string, { profile, layer, file }: Definition, aliases: Catalog["aliases"]): Row {
	return {
		name,
		description: profile.description ?? "",
		layer,
		file: file ?? null,
		aliases: Object.keys(aliases).filter((alias) => aliases[alias] === name),
	};
}
