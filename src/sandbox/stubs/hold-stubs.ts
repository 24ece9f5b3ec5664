import { chmodSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { writableRoots } from "../plan/places.ts";
import type { Cover, Mask, SandboxPlan } from "../plan/sandbox-plan.ts";
import { inStubFolders, makeStub, removeStub } from "./make-stub.ts";
import {
	addHolder,
	dropHolder,
	isHeld,
	keepUnscanned,
	openStubFolder,
	type Stub,
	type StubHolder,
	stubFolder,
	stubHolders,
} from "./stub-holders.ts";

/** A plan whose stubs are there for as long as they are held. */
export interface HeldStubs {
	readonly ok: true;
	/** What the driver carries out instead of the plan that was given. */
	readonly plan: SandboxPlan;
	/** To be called when nothing of the sandbox is left: removes what nobody else needs; what crashed runs left goes too. */
	release(): void;
}

/** Why the stubs of a plan cannot be made. */
interface StubRefusal {
	readonly ok: false;
	readonly code: "not-started" | "path-symlink";
	readonly message: string;
}

/**
 * Makes the stubs on which a plan's masks of missing paths are mounted, and counts who needs them.
 * SECURITY: removing a stub detaches the mask that another run has on it, so the last one that leaves removes it, under a lock.
 * INVARIANT: a stub is registered before it is made and until after it is removed, so that `lookPastStubs` tells it from a path of a person.
 */
export function holdStubs(home: string, plan: SandboxPlan): HeldStubs | StubRefusal {
	const stubs = stubsOf(plan.masks);
	const trees = [...new Set(writableRoots(plan.mounts).map(({ source }) => source))];
	if (stubs.length === 0 && trees.length === 0) return { ok: true, plan, release: () => {} };
	openStubFolder(home);
	return holdLock(lockFile(home), (): HeldStubs | StubRefusal => {
		const known = new Set(stubHolders(home).flatMap((holder) => holder.stubs.map(({ path }) => path)));
		const all = addHolder(home, stubs, trees);
		const ours: Stub[] = [];
		const failed = inStubFolders((folders): StubRefusal | null => {
			for (const stub of stubs) {
				const found = makeStub(stub, folders);
				if (found === "made" || (found === "empty" && known.has(stub.path))) ours.push(stub);
				if (found !== "made" && found !== "empty" && found !== "filled") return refuse(stub, found.code);
			}
			return null;
		});
		if (failed !== null) {
			leave(home, { ...all, stubs: ours });
			return failed;
		}
		if (ours.length === stubs.length) return held(home, all, withCovers(plan, new Set()));
		const own = addHolder(home, ours, trees);
		dropHolder(home, all);
		const real = stubs.filter((stub) => !ours.includes(stub)).map(({ path }) => path);
		return held(home, own, withCovers(plan, new Set(real)));
	});
}

/** Removes the stubs of runs that died, unless a living one needs them, and tells which. */
export function sweepStubs(home: string): readonly string[] {
	if (stubHolders(home).length === 0) return [];
	return holdLock(lockFile(home), () => sweepDead(home));
}

function held(home: string, holder: StubHolder, plan: SandboxPlan): HeldStubs {
	let released = false;
	return {
		ok: true,
		plan,
		release() {
			if (released) return;
			released = true;
			holdLock(lockFile(home), () => {
				leave(home, holder);
				sweepDead(home);
			});
		},
	};
}

function sweepDead(home: string): readonly string[] {
	return stubHolders(home)
		.filter((holder) => !isHeld(holder))
		.flatMap((holder) => leave(home, holder, keepUnscanned));
}

/** Removes the stubs that only this holder has, and then the holder; one that cannot be removed now is left to the next sweep. */
function leave(home: string, holder: StubHolder, forget: (home: string, holder: StubHolder) => void = dropHolder): readonly string[] {
	const others = stubHolders(home).filter((other) => other.name !== holder.name && isHeld(other));
	const needed = new Set(others.flatMap(({ stubs }) => stubs.map(({ path }) => path)));
	const alone = holder.stubs.filter(({ path }) => !needed.has(path));
	const removed = inStubFolders((folders) => alone.filter((stub) => removeStub(stub, folders) === "removed")).map(({ path }) => path);
	forget(home, holder);
	return removed;
}

function stubsOf(masks: readonly Mask[]): readonly Stub[] {
	const missing = masks.filter(({ exists }) => !exists);
	return [...new Map(missing.map(({ source, file }) => [source, { path: source, file }])).values()];
}

/** What has appeared since it was planned is somebody's own, and what is a file is not hidden but closed: both are bound read-only. */
function withCovers(plan: SandboxPlan, real: ReadonlySet<string>): SandboxPlan {
	const isCovered = ({ source, exists, file }: Mask): boolean => !exists && (file || real.has(source));
	const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true;
	const covers = plan.masks
		.filter(isCovered)
		.map(({ source, target, file }): Cover => ({ source, target, file: real.has(source) ? isFile(source) : file }));
	return { ...plan, masks: plan.masks.filter((mask) => !isCovered(mask)), readOnly: [...plan.readOnly, ...covers] };
}

function lockFile(home: string): string {
	return join(stubFolder(home), "lock");
}

function refuse({ path }: Stub, code: string): StubRefusal {
	if (["ELOOP", "ENOTDIR", "path-symlink"].includes(code))
		return { ok: false, code: "path-symlink", message: `${path} is reached through a link. Replace the link by a directory.` };
	return { ok: false, code: "not-started", message: `${path} cannot be protected (${code}): the workspace changed, or cannot be written.` };
}

const WAIT_MS = 20_000;

/**
 * Does something while no other process does anything under the same lock file. The lock is the operating system's, taken by SQLite:
 * it ends with the process, however that ends.
 */
function holdLock<Value>(file: string, work: () => Value): Value {
	const database = new DatabaseSync(file, { timeout: WAIT_MS });
	try {
		chmodSync(file, 0o600);
		database.exec("BEGIN IMMEDIATE");
		return work();
	} finally {
		database.close();
	}
}
