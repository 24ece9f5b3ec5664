import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ownerIsRunning, type ProcessOwner, processOwner } from "../storage/process-owner.ts";

/** An empty place on the host where something is mounted inside. */
export interface Stub {
	readonly path: string;
	readonly file: boolean;
}

/** One run that needs some stubs. */
export interface StubHolder {
	/** Its file in the registry. */
	readonly name: string;
	readonly owner: ProcessOwner;
	readonly stubs: readonly Stub[];
	/** Directories on the host that it may write, and that are scanned when it ends. */
	readonly trees: readonly string[];
}

/** Where stubs are counted. */
export function stubFolder(home: string): string {
	return join(home, "stubs");
}

/** Everybody who holds stubs, also those that died with them. */
export function stubHolders(home: string): readonly StubHolder[] {
	return namesIn(stubFolder(home), "json").flatMap((name) => readHolder(home, name) ?? []);
}

/** Whether a holder still needs its stubs. */
export function isHeld({ owner }: StubHolder): boolean {
	return ownerIsRunning(owner);
}

/** Notes that this process needs some stubs. */
export function addHolder(home: string, stubs: readonly Stub[], trees: readonly string[]): StubHolder {
	const holder: StubHolder = { name: `${randomUUID()}.json`, owner: processOwner(), stubs, trees };
	const draft = join(stubFolder(home), `${holder.name}.new`);
	writeFileSync(draft, JSON.stringify({ ...holder.owner, stubs, trees }), { mode: 0o600 });
	renameSync(draft, join(stubFolder(home), holder.name));
	return holder;
}

/** Forgets a holder. */
export function dropHolder(home: string, { name }: Pick<StubHolder, "name">): void {
	rmSync(join(stubFolder(home), name), { force: true });
}

/** Remembers of a holder that died that nobody has scanned what it left. */
export function keepUnscanned(home: string, { name, trees }: Pick<StubHolder, "name" | "trees">): void {
	const file = join(stubFolder(home), name);
	if (trees.length === 0) rmSync(file, { force: true });
	else renameSync(file, file.replace(/json$/, UNSCANNED));
}

/** The trees that runs may have written which were killed before their scan. */
export function unscannedTrees(home: string): readonly string[] {
	return [...new Set(unscanned(home).flatMap(({ trees }) => trees))];
}

/** The same of the runs that could write one of some trees; they are forgotten. */
export function takeUnscanned(home: string, isAsked: (tree: string) => boolean): readonly string[] {
	const taken = unscanned(home).filter(({ trees }) => trees.some(isAsked));
	for (const holder of taken) dropHolder(home, holder);
	return [...new Set(taken.flatMap(({ trees }) => trees))];
}

/** What was writ's own has been removed with its agent, and is nobody's concern. */
function unscanned(home: string): readonly Pick<StubHolder, "name" | "trees">[] {
	return namesIn(stubFolder(home), UNSCANNED).flatMap((name) => {
		const trees = readHolder(home, name)?.trees.filter((tree) => existsSync(tree)) ?? [];
		if (trees.length === 0) dropHolder(home, { name });
		return trees.length === 0 ? [] : [{ name, trees }];
	});
}

const UNSCANNED = "unscanned";

/** Makes the place where stubs are counted. */
export function openStubFolder(home: string): void {
	mkdirSync(stubFolder(home), { recursive: true, mode: 0o700 });
}

function namesIn(folder: string, ending: string): readonly string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(`.${ending}`));
	} catch {
		return [];
	}
}

/** As it is on the disk. */
interface Written extends ProcessOwner {
	readonly stubs: readonly Stub[];
	readonly trees?: readonly string[];
}

function readHolder(home: string, name: string): StubHolder | undefined {
	try {
		const { pid, pid_started, boot_id, stubs, trees = [] }: Written = JSON.parse(readFileSync(join(stubFolder(home), name), "utf8"));
		return { name, owner: { pid, pid_started, boot_id }, stubs, trees };
	} catch {
		// It left in between.
		return undefined;
	}
}
