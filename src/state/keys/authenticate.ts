import { type Principal, ROLES } from "../../engine/index.ts";
import { type Connection, type Refusal, type Row, refused, textOf, textOrNull } from "../../store/index.ts";
import { findKeyRowByHash } from "./key-rows.ts";
import { type AccessKey, hashKeyValue, isActive, isKeyValue, readAccessKey, sameHash } from "./keys.ts";

/** Who holds the value of a key, or one and the same refusal for everything that is wrong with it. */
export type Authentication = { readonly ok: true; readonly principal: Principal; readonly key: AccessKey } | Refusal<"invalid-key">;

// SECURITY: one text, so that nobody learns whether a value was ever a key, and of whom (test/socket/principals.test.ts).
const REFUSED: Authentication = Object.freeze(refused("invalid-key", "The key is not valid"));

/** The principal behind the value of a key: identity comes from here and from no field of a request. */
export async function authenticate(connection: Connection, value: unknown, now: number): Promise<Authentication> {
	if (!isKeyValue(value)) return REFUSED;
	const hash = hashKeyValue(value);
	const row = await findKeyRowByHash(connection, hash);
	if (row === null || !sameHash(textOf(row, "hash"), hash)) return REFUSED;
	const key = readAccessKey(row);
	const principal = isActive(key, now) ? principalOf(key, row) : null;
	return principal === null ? REFUSED : { ok: true, principal, key };
}

/** An unknown scope or role, a person who is gone and an agent that ended are nobody. */
function principalOf(key: AccessKey, row: Row): Principal | null {
	const keyId = key.id;
	switch (key.scope) {
		case "user": {
			const role = ROLES.find((known) => known === row.person_role);
			return key.person === null || role === undefined ? null : { kind: "person", email: key.person, role, keyId };
		}
		case "agent": {
			const uid = textOrNull(row, "agent_uid");
			return key.agent === null || uid === null ? null : { kind: "agent", id: key.agent, uid, keyId };
		}
		case "system":
			return key.systemName === null ? null : { kind: "system", name: key.systemName, keyId };
		default:
			return null;
	}
}
