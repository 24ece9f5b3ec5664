import type { Facts, Writ } from "../vocabulary/index.ts";

/** What a wish asks for beyond a writ; the engine hands it in, because comparing profiles is not for this folder. */
export type CompareWish = (writ: Writ, wish: unknown, facts: Facts) => ReturnType<NonNullable<Facts["escalations"]>>;
