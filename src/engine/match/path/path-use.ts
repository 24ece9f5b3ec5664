/** Whether entries give or take: a grant without glob characters is a tree; a denial covers all below what it matches. */
export type PathUse = "grant" | "deny";
