import type { Composition, Profile, Source, Terms } from "../engine/index.ts";
import type { SandboxWish } from "./session-directory.ts";

/**
 * The composition with what the caller says of the sandbox, as if the profile had said it.
 * SECURITY: so it is sealed and bounded like everything else that a wish says.
 */
export function withSandbox(composition: Composition, wish: SandboxWish | undefined): Composition {
	if (wish === undefined) return composition;
	const { mode, parent_share, session_share } = wish;
	const stated: NonNullable<Profile["sandbox"]> = {
		...(mode === undefined ? {} : { mode }),
		...(parent_share === undefined ? {} : { parent_share }),
		...(session_share === undefined ? {} : { session_share }),
	};
	const origins = Object.fromEntries(Object.keys(stated).map((key) => [`sandbox.${key}`, { "": INLINE }]));
	return {
		...composition,
		profile: { ...composition.profile, sandbox: { ...composition.profile.sandbox, ...stated } },
		origins: { ...composition.origins, ...origins },
	};
}

/** What was asked for, as far as the writ grants it. */
export function grantedSandbox(wish: SandboxWish | undefined, { mode, parent_share, session_share }: Terms["sandbox"]): SandboxWish {
	return {
		...wish,
		...(wish?.mode === undefined ? {} : { mode }),
		...(wish?.parent_share === undefined ? {} : { parent_share }),
		...(wish?.session_share === undefined ? {} : { session_share }),
	};
}

const INLINE: Source = { layer: "inline" };
