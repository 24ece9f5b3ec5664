import type { ObjectShape } from "../shape.ts";
import { grantKeys } from "./grant-keys.ts";
import { identityKeys } from "./identity-keys.ts";
import { condition, withKeys } from "./part-shapes.ts";

/** The profile document of policy.md §1. */
export const profileShape: ObjectShape = {
	kind: "object",
	description: "A permission profile: what an agent may do. Nothing that is not granted is allowed.",
	keys: { ...identityKeys, ...grantKeys },
};

/** A reusable part of a profile. */
export const fragmentShape: ObjectShape = {
	...withKeys(profileShape, { when: condition }),
	description: "A part of a permission profile, for others to include.",
};

/** The organization's ceiling. */
export const ceilingShape: ObjectShape = {
	...profileShape,
	description: "The ceiling: bounds every profile and every grant, in each key that it states. What it leaves out it does not bound.",
};
