/** The versions of profiles that people wrote, as they are stored. */
export {
	anyProfileKept,
	findProfileRow,
	insertProfileRow,
	newestProfileRow,
	newestProfileRows,
	type ProfileRow,
	pageOfProfileRows,
} from "./profiles.ts";
