import type { AnyOf, Terms } from "../../vocabulary/index.ts";
import { nearestName, quoteText } from "../shape/index.ts";
import { EVENTS } from "./event-table.ts";
import { canonicalEntries } from "./list-terms.ts";
import { type Notes, noteError, noteWarning } from "./notes.ts";

/** The events that an agent's capabilities let it send when the profile does not list them. */
export function eventsOfCapabilities(capabilities: Terms["capabilities"]): AnyOf {
	return Object.entries(EVENTS)
		.filter(([, need]) => need === "always" || (need !== "person" && capabilities[need]))
		.map(([event]) => event)
		.sort();
}

/** The events of a list as written; `ns:*` is every event of a namespace. */
export function eventTerms(notes: Notes, dimension: string, entries: readonly string[]): AnyOf {
	return canonicalEntries(entries, (entry, index) => {
		const said = { dimension, entry, index };
		if (Object.hasOwn(EVENTS, entry)) {
			if (EVENTS[entry] === "person")
				noteWarning(notes, said, "never-matches", `${quoteText(entry)} is for people only; an agent cannot send it`);
			return entry;
		}
		if (entry.endsWith(":*") && Object.keys(EVENTS).some((event) => event.startsWith(entry.slice(0, -1)))) return entry;
		const near = nearestName(entry, Object.keys(EVENTS));
		noteError(
			notes,
			said,
			"unknown-event",
			`${quoteText(entry)} is no event`,
			near === undefined ? "see the reference of events" : `did you mean ${near}?`,
		);
		return undefined;
	});
}
