import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "./context.ts";

/** Whether a change could be recorded now; asked again and again, it looks at most once a second. */
export async function isReady(context: Context): Promise<boolean> {
	const { asked } = LAST.get(context) ?? { asked: null };
	if (asked !== null) return asked;
	const looking = look(context);
	LAST.set(context, { asked: looking });
	setTimeout(() => LAST.delete(context), 1_000).unref();
	return looking;
}

const LAST = new WeakMap<Context, { readonly asked: Promise<boolean> }>();

/** A disk that is full takes a commit that fits into what the database already has, and then not the next one. */
const SOME_BYTES = Buffer.alloc(65_536);

async function look(context: Context): Promise<boolean> {
	const file = join(context.home, "ready.tmp");
	try {
		await context.store.change(async () => undefined);
		const descriptor = openSync(file, "w", 0o600);
		try {
			writeSync(descriptor, SOME_BYTES);
			fsyncSync(descriptor);
		} finally {
			closeSync(descriptor);
			rmSync(file, { force: true });
		}
		return true;
	} catch {
		return false;
	}
}
