import type { AgentDefinition, Problem, Profile, ProfileOverrides, Shape } from "../../engine/index.ts";
import type { Parsed } from "../parse-definition.ts";
import { type DocumentPlace, type DocumentPositions, placeProblems } from "../place-problems.ts";
import { readParts } from "../read-parts.ts";
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
	const { value: document, problems, isLeftOut } = readParts<AgentDocument>(text.value, shape);
	if (document === undefined) return { ok: false, problems: placeProblems([...text.found, ...problems], place, text.where) };
	const list = document.tools === undefined ? undefined : readToolList(document.tools);
	const inside = [...(list?.problems ?? []), ...twoProfiles(document), ...check(document)].filter(({ path }) => !isLeftOut(path));
	const found = [...text.found, ...problems, ...inside];
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
	if (found.length > 0) return { ok: false, problems: placeProblems(found, place, text.where), readable: definition };
	return { ok: true, definition, warnings: [] };
}

function twoProfiles({ profile, permissions }: AgentDocument): readonly Problem[] {
	if (profile === undefined || permissions?.profile === undefined || profile === permissions.profile) return [];
	const message = `profile and permissions.profile name different profiles`;
	return [{ severity: "error", code: "bad-value", path: "profile", message, hint: "keep permissions.profile" }];
}
