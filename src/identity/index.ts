/** Who asks: people, agents and systems, known by their keys. */
export { type AccessKey, isActive, type KeyScope } from "./access-key.ts";
export { ADMIN_EMAIL, type AdminKeyOutcome, adminKey, ensureAdminKey } from "./admin-key.ts";
export { type Authentication, authenticate } from "./authenticate.ts";
export { createKey, type MadeKey, type NewKey } from "./create-key.ts";
export { findKey, type KeyQuery, listKeys, noteKeyUses } from "./find-keys.ts";
export { hashKeyValue, isKeyValue } from "./key-value.ts";
export { createPageSessions, type PageSession, type PageSessions, repeatsSecret } from "./page-sessions.ts";
export { ensurePerson, findPerson, listPeople, type Person, type PersonOutcome, roleIncludes, setRole } from "./people.ts";
export { type KeysOfAgent, replaceKeys } from "./replace-keys.ts";
export { type Revocation, revokeKey } from "./revoke-key.ts";
export { type RotateOutcome, type Rotation, rotateKey } from "./rotate-key.ts";
export { getSetting, listSettings, type Setting, type SettingOutcome, setSetting } from "./settings.ts";
export { SETTINGS, type SettingEntry, type SettingName, type Settings, type SettingType, type SettingValue } from "./settings-table.ts";
export { exportIdentity, type IdentityImport, type IdentitySnapshot, importIdentity } from "./snapshot.ts";
