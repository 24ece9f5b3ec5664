import { memoWhile } from "../../memory/index.ts";
import type { Origins, Profile } from "../language/index.ts";
import { isDeepFrozen } from "./deep-freeze.ts";

/** The same function of a profile: composing and sealing ask for the same terms. Only of one that can no longer change. */
export function rememberProfiles<Made>(make: (profile: Profile, origins: Origins) => Made): (profile: Profile, origins: Origins) => Made {
	const remembered = memoWhile(
		(made: { readonly origins: Origins; readonly terms: Made }, origins: Origins) => made.origins === origins,
		(profile: Profile, origins) => ({ origins, terms: make(profile, origins) }),
	);
	return (profile, origins) => (isDeepFrozen(profile) ? remembered(profile, origins).terms : make(profile, origins));
}
