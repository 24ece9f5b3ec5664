import { quoteText } from "../match/index.ts";
import { PLACES, type Place, type Places, type Problem, type Resolve } from "../vocabulary/index.ts";
import type { SealContext } from "./seal-context.ts";

/** Where an agent's places are, before its path entries are looked at. */
export type FoundPlaces =
	| { readonly ok: true; readonly places: Omit<Places, "relocated"> }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** The places of an agent as they are written and as they really are; each must be an absolute path. */
export function findPlaces(context: SealContext): FoundPlaces {
	const problems: Problem[] = [];
	const written: Partial<Record<Place, string>> = {};
	const real: Partial<Record<Place, string>> = {};
	for (const place of PLACES) {
		const given = place === "workspace" ? context.root : context.places?.[place];
		if (given === undefined && place !== "workspace") continue;
		const found = locate(given, place === "workspace" ? "root" : `places.${place}`, context.resolve, problems);
		written[place] = found.written;
		real[place] = found.real;
	}
	const home = context.home === undefined ? null : locate(context.home, "home", undefined, problems).written;
	if (problems.length > 0) return { ok: false, problems };
	const moved = PLACES.some((place) => real[place] !== written[place]);
	return { ok: true, places: { written, real: moved ? real : written, home } };
}

function locate(
	given: unknown,
	path: string,
	resolve: Resolve | undefined,
	problems: Problem[],
): { readonly written: string; readonly real: string } {
	const refuse = (says: string) => {
		problems.push({ severity: "error", code: "bad-value", path, message: `${path} ${says}` });
		return { written: "", real: "" };
	};
	if (typeof given !== "string") return refuse("must be the absolute path of a directory");
	if (!given.startsWith("/")) return refuse(`must be an absolute path, not ${quoteText(given)}`);
	if (given.includes("\0") || given.length > 4096) return refuse("is no path that could exist");
	const components = given.split("/").filter((component) => component !== "" && component !== ".");
	if (components.includes("..")) return refuse(`must not climb with '..': ${quoteText(given)}`);
	const written = `/${components.join("/")}`;
	if (!resolve) return { written, real: written };
	const resolution = resolve(written, "/");
	if (!resolution.ok) return refuse(`cannot be resolved: ${resolution.message}`);
	return { written, real: resolution.real };
}
