import { attenuateWrit, type Catalog, type Composition, composeProfile, type Definition, type Profile } from "../../engine/index.ts";
import { newestProfileRow, pageOfProfileRows } from "../../state/profiles/index.ts";
import { type Connection, type Page, pageOf } from "../../store/index.ts";
import { sealNowhere } from "../agents/seal.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { fileOf, freshCatalog, type KeptProfile, keptProfile, layKept } from "./definitions.ts";

/** A profile as it is written, and where. */
export interface ProfileView {
	readonly name: string;
	/** Of the store; 0 = it never kept one of this name. */
	readonly version: number;
	readonly source: "shipped" | "file" | "store";
	readonly profile: Profile;
	/** The text, where the store keeps it. */
	readonly document: string | null;
	readonly file: string | null;
	/** Whether it took the place of a shipped one, and whether it allows anything that the shipped one does not. */
	readonly shadows: { readonly source: "shipped"; readonly wider: boolean } | null;
	/** Who wrote this version and why, where the store keeps it. */
	readonly kept: Pick<KeptProfile, "reason" | "writtenBy" | "writtenAt"> | null;
}

/** A profile with everything that it builds on worked in. */
export function profile(context: Context, name: string): Outcome<Composition> {
	return composed(context.definitions.catalog, name);
}

/** Every profile that can be named, flat. */
export async function profiles(context: Context): Promise<Readonly<Record<string, Profile>>> {
	const catalog = await freshCatalog(context);
	const all: Record<string, Profile> = {};
	for (const name of Object.keys(catalog.profiles)) {
		const outcome = composed(catalog, name);
		if (outcome.ok) all[name] = outcome.value.profile;
	}
	return all;
}

/** One profile as it is written now. */
export function profileView(context: Context, name: string): Promise<Outcome<ProfileView>> {
	return context.store.record(async (transaction) => {
		const catalog = await context.definitions.refresh(transaction);
		const actual = Object.hasOwn(catalog.profiles, name) ? name : (aliasOf(catalog, name) ?? name);
		return viewOf(context, transaction, catalog, actual);
	});
}

/** The profiles that can be named, in the order of their names. */
export function profileViews(
	context: Context,
	{ limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<Page<ProfileView>> {
	return context.store.record(async (transaction) => {
		const catalog = await context.definitions.refresh(transaction);
		const names = Object.keys(catalog.profiles)
			.toSorted()
			.filter((name) => cursor === null || name > cursor);
		const views: ProfileView[] = [];
		for (const name of names.slice(0, limit)) {
			const view = await viewOf(context, transaction, catalog, name);
			if (view.ok) views.push(view.value);
		}
		return { items: views, next_cursor: names.length > limit ? (names[limit - 1] ?? null) : null };
	});
}

/** The versions of a profile that the store keeps, the newest first. */
export function profileVersions(
	context: Context,
	name: string,
	{ limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<Outcome<Page<KeptProfile>>> {
	return context.store.record(async (transaction) => {
		const catalog = await context.definitions.refresh(transaction);
		const below = cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor);
		if (!Number.isSafeInteger(below)) return refuse("invalid-request", "The cursor is not one of this list");
		const rows = await pageOfProfileRows(transaction, name, below, limit + 1);
		if (rows.length === 0 && cursor === null && !Object.hasOwn(catalog.profiles, name)) return missing(name);
		return done(pageOf(rows, limit, keptProfile, (row) => String(row.version)));
	});
}

/** The profile of a name in one state of the definitions. */
export async function viewOf(context: Context, connection: Connection, catalog: Catalog, name: string): Promise<Outcome<ProfileView>> {
	const row = await newestProfileRow(connection, name);
	const newest = row === null ? null : keptProfile(row);
	const definition = Object.hasOwn(catalog.profiles, name) ? catalog.profiles[name] : undefined;
	if (definition === undefined) return newest === null || newest.document === null ? missing(name) : unusable(context, newest);
	const file = fileOf(context.definitions.written, name);
	const isKept = definition.layer !== "built-in" && file === null;
	return done({
		name,
		version: newest?.version ?? 0,
		source: isKept ? "store" : file === null ? "shipped" : "file",
		profile: definition.profile,
		document: isKept ? (newest?.document ?? null) : null,
		file,
		shadows: isKept ? shadowed(context.definitions.written, catalog, name) : null,
		kept: isKept ? newest : null,
	});
}

/** Kept, and of no use: what is wrong with it. */
function unusable({ definitions: { written } }: Context, newest: KeptProfile): Outcome<never> {
	const { problems } = layKept(written, [newest]);
	return refuse("unusable-profile", problems[0]?.message ?? `Profile '${newest.name}' cannot be read`, { problems });
}

function shadowed(written: Catalog, catalog: Catalog, name: string): ProfileView["shadows"] {
	const shipped: Definition | undefined = Object.hasOwn(written.profiles, name) ? written.profiles[name] : undefined;
	if (shipped?.layer !== "built-in") return null;
	const [old, young] = [sealedOf(written, name), sealedOf(catalog, name)];
	// What cannot be compared may be wider.
	return { source: "shipped", wider: !old.ok || !young.ok || !attenuateWrit(old.value, young.value).ok };
}

function sealedOf(catalog: Catalog, name: string): ReturnType<typeof sealNowhere> {
	const outcome = composed(catalog, name);
	return outcome.ok ? sealNowhere(outcome.value) : outcome;
}

function composed(catalog: Catalog, name: string): Outcome<Composition> {
	if (!Object.hasOwn(catalog.profiles, name) && !Object.hasOwn(catalog.aliases, name))
		return refuse("unknown-profile", `Profile not found: ${name}`);
	const outcome = composeProfile(name, catalog);
	return outcome.ok
		? done(outcome.composition)
		: refuse("invalid-definition", outcome.problems[0]?.message ?? "The profile is not valid", { problems: outcome.problems });
}

/** The profile that another name of it stands for. */
export function aliasOf({ aliases }: Catalog, name: string): string | null {
	return Object.hasOwn(aliases, name) ? (aliases[name] ?? null) : null;
}

function missing(name: string): { readonly ok: false; readonly refusal: { readonly code: string; readonly message: string } } {
	return refuse("not-found", `Profile not found: ${name}`);
}
