import { assertNever, type Decision, type Facts, type Obligation, PATH_OPERATIONS, type PathOperation, type PathRequest, type Request, type Terms, type Writ } from "../vocabulary/index.ts";
import { compileEventSet } from "../match/index.ts";
import { checkHost } from "./check-host.ts";
import { checkPath } from "./check-path.ts";
import { checkSpawn } from "./check-spawn.ts";
import { checkSpend } from "./check-spend.ts";
import { compilePaths } from "./compiled-paths.ts";
import { decideTarget, decideTool } from "./decide-tool.ts";
import { effectiveTerms } from "./effective-terms.ts";
import { readRequest } from "./read-request.ts";
import { conclude, decision, denied, type Outcome, reasonOf, sourceOf } from "./outcome.ts";

/** Allow, deny or ask, and why. Synchronous, without side effects; whatever goes wrong is a denial. */
export function decide(writ: Writ, request: Request, facts: Facts = {}): Decision {
	try {
		const problem = readRequest(request);
		if (problem !== null) return decision("deny", [reasonOf("invalid-request", problem)]);
		return decideRequest(writ, effectiveTerms(writ, facts), request, facts);
	} catch (error) {
		// INVARIANT: broken machinery (a fact that throws, a bug of ours) never allows.
		return decision("deny", [reasonOf("authority-unavailable", `The decision could not be made: ${error instanceof Error ? error.message : "unknown error"}`)]);
	}
}

function decideRequest(writ: Writ, terms: Terms, request: Request, facts: Facts): Decision {
	switch (request.kind) {
		case "tool":
			return decideTool(writ, terms, request, facts);
		case "command":
			return decideTool(writ, terms, { kind: "tool", tool: "Bash", input: { command: request.command }, ...(request.cwd === undefined ? {} : { cwd: request.cwd }) }, facts);
		case "path":
			return decidePath(writ, terms, request, facts);
		case "target":
			return decideTarget(writ, terms, request, facts);
		case "network":
			return answer(checkHost(terms, request.host, request.port), facts, `'${request.host}:${request.port}' may be reached`);
		case "spend":
			return answer(checkSpend(terms, request, facts), facts, "The budget holds it");
		case "spawn":
			return answer(checkSpawn(writ, terms, request, facts), facts, "The child may be spawned");
		case "event":
			return answer(checkEvent(terms, request.event), facts, `Event '${request.event}' may be emitted`);
		default:
			return assertNever(request);
	}
}

function decidePath(writ: Writ, terms: Terms, request: PathRequest, facts: Facts): Decision {
	if (!PATH_OPERATIONS.includes(request.operation)) return answer(denied("invalid-request", `'${String(request.operation)}' is no path operation`), facts, "");
	const context = { paths: compilePaths(terms.filesystem, writ.places), symlinks: terms.filesystem.allow_symlinks, facts };
	const cwd = request.cwd ?? writ.places.written.workspace ?? "/";
	const limit = terms.filesystem.max_file_size_mb;
	const outcome = checkPath(context, request.operation, request.path, cwd, request.to);
	if (outcome === null && limit !== 0) return facts.resolve === undefined ? UNRESOLVED[request.operation] : ALLOWED[request.operation];
	const grows = request.operation === "write" || request.operation === "create";
	const found =
		outcome !== null
			? denied(outcome.code, outcome.message, { rule: outcome.entry, segment: request.path, source: outcome.entry === undefined ? undefined : sourceOf(writ, outcome.dimension ?? "", outcome.entry) })
			: grows && limit === 0
				? denied("path-too-large", "No file may be written: max_file_size_mb is 0")
				: null;
	return found === null ? (facts.resolve === undefined ? UNRESOLVED[request.operation] : ALLOWED[request.operation]) : conclude([found], facts, () => found.reason, []);
}

/** One answer serves every path that may be used in the same way. */
const ALLOWED = allowances([]);
const UNRESOLVED = allowances([{ kind: "unresolved-paths" }]);

function allowances(obligations: readonly Obligation[]): Readonly<Record<PathOperation, Decision>> {
	const entries = PATH_OPERATIONS.map((operation) => [operation, decision("allow", [reasonOf("granted", `The path lies in the granted trees (${operation})`)], obligations)] as const);
	return Object.fromEntries(entries) as Record<PathOperation, Decision>;
}

function checkEvent(terms: Terms, event: string): Outcome | null {
	for (const set of terms.events.allowed) {
		if (compileEventSet(set)(event) === null) return denied("scope-not-allowed", `Event '${event}' may not be emitted`, { segment: event, remedy: `events.allowed: ["${event}"]` });
	}
	return terms.events.allowed.length === 0 ? denied("scope-not-allowed", `Event '${event}' may not be emitted`) : null;
}

function answer(found: Outcome | readonly Outcome[] | null, facts: Facts, message: string): Decision {
	const outcomes = found === null ? [] : "effect" in found ? [found] : found;
	return conclude(outcomes, facts, () => reasonOf("granted", message), []);
}

