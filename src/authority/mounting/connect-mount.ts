import { openConnection, type ServerPlace } from "../../mounts/index.ts";
import type { Context } from "../context.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import type { Mount } from "./mount.ts";
import type { ConnectedMount, MountEvents } from "./open-live-mount.ts";
import { type ServerProcess, startServer } from "./start-server.ts";
import { toldBy } from "./told-by.ts";

/** Starts or reaches a server and lists its tools, or says why that cannot be; then nothing of it is left. */
export async function connectMount(
	context: Context,
	mount: Pick<Mount, "id" | "uid" | "definition" | "secrets">,
	events: MountEvents,
	closing: AbortSignal,
): Promise<Outcome<ConnectedMount>> {
	const { definition } = mount;
	const missing = missingSecrets(mount);
	if (missing !== null) return refuse("server-unavailable", `The value of ${missing} is not known here: mount the server again`);
	const started = definition.transport === "stdio" ? await startServer(context, mount).catch(broken(context, mount.id)) : null;
	if (started !== null && !started.ok) return started;
	const program = started?.value ?? null;
	let isOpen = false;
	const onEnded = (why: string | null): void => {
		if (isOpen) events.onEnded(why ?? "It ended");
	};
	const opening = openConnection(placeOf(mount, program), { limits: context.mountLimits, onChanged: events.onChanged, onEnded });
	try {
		const connection = await within(context.mountLimits.connectMilliseconds, closing, opening);
		const end = async (): Promise<void> => {
			await connection.close().catch(() => undefined);
			await program?.end();
		};
		try {
			const seen = await within(context.mountLimits.connectMilliseconds, closing, connection.list());
			isOpen = true;
			return done({ connection, seen, end });
		} catch (error) {
			await end();
			return failed(mount, error, program);
		}
	} catch (error) {
		void opening.then((late) => late.close()).catch(() => undefined);
		await program?.end();
		return failed(mount, error, program);
	}
}

/** What nobody expected is for the log. */
function broken(context: Context, id: string): (error: unknown) => ReturnType<typeof refuse> {
	return (error) => {
		context.log(`the program of ${id} could not be started: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
		return refuse("sandbox-failed", "The program could not be started: the log of the server says why");
	};
}

function placeOf({ definition, secrets }: Pick<Mount, "definition" | "secrets">, program: ServerProcess | null): ServerPlace {
	if (program !== null) return { kind: "streams", streams: program };
	return { kind: "http", url: new URL(`${definition.url ?? ""}${secrets.query}`), headers: secrets.headers };
}

/** A copy of another home has the names of secrets and not their values. */
function missingSecrets({ definition: { env = [], headers = [], query }, secrets }: Pick<Mount, "definition" | "secrets">): string | null {
	const name = env.find((one) => !Object.hasOwn(secrets.env, one)) ?? headers.find((one) => !Object.hasOwn(secrets.headers, one));
	return name ?? (query === true && secrets.query === "" ? "the query of its address" : null);
}

async function failed(
	{ definition, secrets }: Pick<Mount, "definition" | "secrets">,
	error: unknown,
	program: ServerProcess | null,
): Promise<ReturnType<typeof refuse>> {
	const said = error instanceof Error ? error.message : String(error);
	const code = program === null ? null : await program.ended;
	const lines = program?.complaints().trim().split("\n") ?? [];
	const last = lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? "";
	const words = [
		definition.transport === "stdio" ? "The server did not start" : "The server cannot be reached",
		`: ${said}`,
		code === null || code === 137 ? "" : ` (exit code ${code})`,
		last === "" ? "" : `. It said: ${last}`,
	].join("");
	return refuse("server-unavailable", toldBy(words, secrets));
}

async function within<T>(milliseconds: number, closing: AbortSignal, work: Promise<T>): Promise<T> {
	const { promise: late, reject } = Promise.withResolvers<never>();
	const timer = setTimeout(() => reject(new Error(`no answer within ${Math.round(milliseconds / 1_000)} s`)), milliseconds);
	const stop = (): void => reject(new Error("the authority stops"));
	closing.addEventListener("abort", stop);
	if (closing.aborted) stop();
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
		closing.removeEventListener("abort", stop);
	}
}
