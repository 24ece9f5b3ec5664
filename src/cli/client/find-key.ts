import type { ServerReply, SocketClient, SocketFault } from "../../points/socket/index.ts";
import { rowsOf, textOf } from "./read-reply.ts";

const WHOLE = /^key_[0-9a-f]{32}$/;
const PAGE = 1_000;

/** The id of the key that a person means by its id, the beginning of it, or the name that only one living key has. */
export async function findKey(client: SocketClient, word: string): Promise<{ readonly ok: true; readonly id: string } | SocketFault> {
	if (WHOLE.test(word)) return { ok: true, id: word };
	const found: ServerReply[] = [];
	let cursor: string | undefined;
	do {
		const answer = await client.send("key:list", { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
		if (!answer.ok) return answer;
		found.push(...rowsOf(answer.reply.keys).filter((row) => means(row, word)));
		const { next_cursor: next } = answer.reply;
		cursor = typeof next === "string" ? next : undefined;
	} while (cursor !== undefined);
	const [only, ...others] = found;
	if (only !== undefined && others.length === 0) return { ok: true, id: textOf(only.id) };
	if (only === undefined) return fault("not-found", "Key not found");
	return fault(
		"ambiguous",
		`${found.length} keys are called so: say which one by its id, ${found.map(({ id }) => textOf(id)).join(" or ")}`,
	);
}

/** A name is that of a key that still works; an id is an id. */
function means({ id, name, is_active: isActive }: ServerReply, word: string): boolean {
	return (word.length > SHORTEST && textOf(id).startsWith(word)) || (isActive === true && name === word);
}

/** Every id begins with `key_`. */
const SHORTEST = 4;

function fault(code: string, message: string): SocketFault {
	return { ok: false, code, message, reply: { error: message, code, status: "failed" } };
}
