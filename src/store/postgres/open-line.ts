import { Client, type ClientConfig } from "pg";
import { askClient, type PostgresConnection, unreachable } from "./postgres-connection.ts";

const FIRST_DELAY = 50;
const LONGEST_DELAY = 1_000;

/** A connection that comes back by itself when it is lost. */
export interface Line {
	/** The connection as it stands; throws at once when there is none, because nobody waits for a database that is away. */
	session(): PostgresConnection;
	close(): Promise<void>;
}

/** Connects, and throws when that is not possible now. */
export async function openLine(settings: ClientConfig, database: string): Promise<Line> {
	let session: PostgresConnection | null = null;
	let closed = false;
	let delay = FIRST_DELAY;
	let again: NodeJS.Timeout | undefined;

	const connect = async (): Promise<void> => {
		const client = new Client(settings);
		const made = askClient(client, database);
		const lost = () => {
			if (session !== made) return;
			session = null;
			retry();
		};
		client.on("error", lost);
		client.on("end", lost);
		try {
			await client.connect();
			await prepare(made);
		} catch (error) {
			made.cut();
			throw error;
		}
		if (closed) return made.cut();
		session = made;
		delay = FIRST_DELAY;
	};
	const retry = () => {
		if (closed) return;
		again = setTimeout(() => connect().catch(retry), delay);
		// A program that has nothing else to do may end.
		again.unref();
		delay = Math.min(delay * 2, LONGEST_DELAY);
	};

	await connect().catch((error) => {
		throw unreachable(database, error);
	});
	return {
		session: () => {
			if (session === null) throw unreachable(database);
			return session;
		},
		async close() {
			closed = true;
			clearTimeout(again);
			const last = session;
			session = null;
			if (last?.client instanceof Client) await last.client.end().catch(() => undefined);
		},
	};
}

/** INVARIANT: what was answered is on the disk, even where the database is told to be hasty. */
async function prepare(session: PostgresConnection): Promise<void> {
	await session.exec("SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'");
}
