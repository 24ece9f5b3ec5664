/** Who is calling: access keys, the people who hold them, and logins of the page. */
export { ADMIN_EMAIL, adminKey, ensureAdminKey } from "./admin-key.ts";
export { type Authentication, authenticate } from "./authenticate.ts";
export { KEY_COLUMNS, revokeKeyRow } from "./key-rows.ts";
export {
	type AccessKey,
	createKey,
	findKey,
	hashKeyValue,
	isActive,
	isKeyValue,
	type KeyScope,
	listKeys,
	type MadeKey,
	type NewKey,
	noteKeyUses,
	readAccessKey,
	replaceKeys,
	revokeKey,
	rotateKey,
} from "./keys.ts";
export { createPageLogins, type PageLogin, type PageLogins, repeatsSecret } from "./page-logins.ts";
export { ensurePerson, findPerson, findPersonRow, listPeople, readPerson, roleIncludes, setRole } from "./people.ts";
