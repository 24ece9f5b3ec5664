import { type AgentDefinition, type Problem, type Profile, type ProfileOverrides, readShape, type Shape } from "../../engine/index.ts";
import type { Parsed } from "../parse-definition.ts";
import { type DocumentPlace, type DocumentPositions, placeProblems } from "../place-problems.ts";
import type { Fault } from "../yaml/index.ts";
import { readToolList } from "./read-tool-list.ts";

/** What an agent definition says, checked by its shape. */
interface AgentDocument {
	readonly name?: string;
	readonly description?: string;
	readonly extends?: string | readonly string[];
	readonly model?: string;
	readonly temperature?: number;
	readonly prompt?: string;
	readonly metadata?: Readonly<Record<string, unknown>>;
	readonly permissions?: { readonly profile?: string; readonly overrides?: ProfileOverrides };
	readonly profile?: string;
	readonly tools?: string | readonly string[];
	readonly sandbox?: Profile["sandbox"];
}

/** What was found in the text before its shape is looked at. */
export interface AgentText {
	readonly value: unknown;
	readonly where: DocumentPositions;
	readonly found: readonly (Fault | Problem)[];
	/** Text after the frontmatter. */
	readonly body?: string;
}

/** A document, read and checked, as an agent definition. `check` adds what only one of the two forms demands. */
export function agentFromDocument(
	text: AgentText,
	shape: Shape,
	place: DocumentPlace,
	check: (document: AgentDocument) => readonly Problem[] = () => [],
): Parsed<AgentDefinition> {
	const read = readShape<AgentDocument>(text.value, shape);
	const list = read.ok && read.value.tools !== undefined ? readToolList(read.value.tools) : undefined;
	const problems = read.ok ? [...(list?.problems ?? []), ...twoProfiles(read.value), ...check(read.value)] : read.problems;
	const found = [...text.found, ...problems];
	if (!read.ok || found.length > 0) return { ok: false, problems: placeProblems(found, place, text.where) };
	const document = read.value;
	const profile = document.profile ?? document.permissions?.profile;
	const prompt = text.body ?? document.prompt;
	const bases = typeof document.extends === "string" ? [document.extends] : document.extends;
	const definition: AgentDefinition = {
		name: place.name,
		layer: place.layer,
		...(place.file === undefined ? {} : { file: place.file }),
		...(document.description === undefined ? {} : { description: document.description }),
		...(bases === undefined ? {} : { extends: bases }),
		...(profile === undefined ? {} : { profile }),
		...(document.permissions?.overrides === undefined ? {} : { overrides: document.permissions.overrides }),
		...(list === undefined ? {} : { tools: list.tools }),
		...(document.sandbox === undefined ? {} : { sandbox: document.sandbox }),
		...(document.model === undefined ? {} : { model: document.model }),
		...(document.temperature === undefined ? {} : { temperature: document.temperature }),
		...(prompt === undefined ? {} : { prompt }),
		...(document.metadata === undefined ? {} : { metadata: document.metadata }),
		positions: text.where.positions,
	};
	return { ok: true, definition, warnings: [] };
}

function twoProfiles({ profile, permissions }: AgentDocument): readonly Problem[] {
	if (profile === undefined || permissions?.profile === undefined || profile === permissions.profile) return [];
	const message = `profile and permissions.profile name different profiles`;
	return [{ severity: "error", code: "bad-value", path: "profile", message, hint: "keep permissions.profile" }];
}
