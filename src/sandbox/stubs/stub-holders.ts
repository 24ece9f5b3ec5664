import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning, type ProcessOwner, processOwner } from "../storage/process-owner.ts";

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
}

/** Where stubs are counted. */
export function stubFolder(home: string): string {
	return join(home, "stubs");
}

/** Everybody who holds stubs, also those that died with them. */
export function stubHolders(home: string): readonly StubHolder[] {
	return namesIn(stubFolder(home)).flatMap((name) => readHolder(home, name) ?? []);
}

/** Whether a holder still needs its stubs. */
export function isHeld({ owner }: StubHolder): boolean {
	return isRunning(owner);
}

/** Notes that this process needs some stubs. */
export function addHolder(home: string, stubs: readonly Stub[]): StubHolder {
	const holder: StubHolder = { name: `${randomUUID()}.json`, owner: processOwner(), stubs };
	const draft = join(stubFolder(home), `${holder.name}.new`);
	writeFileSync(draft, JSON.stringify({ ...holder.owner, stubs }), { mode: 0o600 });
	renameSync(draft, join(stubFolder(home), holder.name));
	return holder;
}

/** Forgets a holder. */
export function dropHolder(home: string, { name }: Pick<StubHolder, "name">): void {
	rmSync(join(stubFolder(home), name), { force: true });
}

/** Makes the place where stubs are counted. */
export function openStubFolder(home: string): void {
	mkdirSync(stubFolder(home), { recursive: true, mode: 0o700 });
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder).filter((name) => name.endsWith(".json"));
	} catch {
		return [];
	}
}

function readHolder(home: string, name: string): StubHolder | undefined {
	try {
		const { pid, pid_started, boot_id, stubs }: ProcessOwner & { readonly stubs: readonly Stub[] } = JSON.parse(
			readFileSync(join(stubFolder(home), name), "utf8"),
		);
		return { name, owner: { pid, pid_started, boot_id }, stubs };
	} catch {
		// It left in between.
		return undefined;
	}
}
