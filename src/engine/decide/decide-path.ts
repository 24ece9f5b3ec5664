import {
	type Decision,
	type Facts,
	type Obligation,
	PATH_OPERATIONS,
	type PathOperation,
	type PathRequest,
	type Places,
	type Terms,
	type Writ,
} from "../vocabulary/index.ts";
import { checkPath } from "./check-path.ts";
import { compilePaths } from "./compiled-paths.ts";
import { planTool } from "./compiled-tools.ts";
import { keepPathAnswer } from "./keep-answer.ts";
import { isPlainFile, stillHolds } from "./kept-answer.ts";
import { coversCall } from "./match-call.ts";
import { asked, conclude, decision, denied, invalid, type Outcome, reasonOf, sourceOf } from "./outcome.ts";
import { missing, otherThanPath, wrongDirectory } from "./read-request.ts";
import { isAskedAgain, type Ruling, rulingFor } from "./ruling.ts";

/** Judges one operation on a path that no tool call carries. What most requests come to stands first, and apart from the rest. */
export function decidePath(writ: Writ, request: PathRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { operation, path, to, cwd } = request;
	const problem = otherThanPath(request);
	const ruling = rulingFor(writ, facts);
	if (typeof path === "string" && to === undefined && cwd === undefined && problem === null) {
		const decided = operation === "write" ? ruling.plainWrites.get(path) : operation === "read" ? ruling.plainReads.get(path) : undefined;
		if (decided !== undefined && facts.resolve !== undefined && isPlainFile(path, facts.resolve(path, ruling.workspace))) return decided;
	}
	return decideAnew(writ, ruling, { operation, path, to, cwd }, facts, problem);
}

/** The members of a request, each read once. */
type Members = Pick<PathRequest, "operation" | "path"> & { readonly to: string | undefined; readonly cwd: string | undefined };

/** Judges a path of which nothing is known that holds for a plain file. */
function decideAnew(writ: Writ, ruling: Ruling, { operation, path, to, cwd }: Members, facts: Facts, other: string | null): Decision {
	if (typeof operation !== "string") return invalid(missing("operation", "path"));
	if (typeof path !== "string") return invalid(missing("path", "path"));
	if (to !== undefined && typeof to !== "string") return invalid(missing("to", "path"));
	const problem = wrongDirectory(cwd) ?? other;
	if (problem !== null) return invalid(problem);
	const asked: PathRequest = { kind: "path", operation, path, ...(to === undefined ? {} : { to }), ...(cwd === undefined ? {} : { cwd }) };
	const others = to !== undefined || cwd !== undefined ? null : otherAnswers(ruling, operation);
	const known = others?.get(path);
	if (known !== undefined && stillHolds(known, facts)) return known.decision;
	if (others === null || !isAskedAgain(ruling, path)) return judge(writ, ruling.terms, asked, facts);
	return keepPathAnswer(ruling, asked, facts, (recording) => judge(writ, ruling.terms, asked, recording));
}

/** What is kept of the operations that programs ask about most. */
function otherAnswers(ruling: Ruling, operation: PathOperation): Ruling["otherWrites"] | null {
	if (operation === "write") return ruling.otherWrites;
	return operation === "read" ? ruling.otherReads : null;
}

/** Where a path begins that says nothing else. */
function workspaceOf({ written }: Places): string {
	return written.workspace ?? "/";
}

function judge(writ: Writ, terms: Terms, request: PathRequest, facts: Facts): Decision {
	const { operation } = request;
	if (!PATH_OPERATIONS.includes(operation)) return invalid(`'${String(operation)}' is no path operation`);
	const found = checkFiles(writ, terms, request, facts) ?? checkRules(writ, terms, request, facts);
	if (found !== null) return conclude([found], facts, () => found.reason, facts.resolve === undefined ? UNRESOLVED_PATHS : []);
	return (facts.resolve === undefined ? UNRESOLVED : ALLOWED)[operation];
}

function checkFiles(writ: Writ, terms: Terms, { operation, path, to, cwd }: PathRequest, facts: Facts): Outcome | null {
	const { allow_symlinks: symlinks, max_file_size_mb: limit } = terms.filesystem;
	const context = { paths: compilePaths(terms.filesystem, writ.places), symlinks, facts };
	const outcome = checkPath(context, operation, path, cwd ?? workspaceOf(writ.places), to);
	if (outcome !== null) {
		const source = outcome.entry === undefined ? undefined : sourceOf(writ, outcome.dimension ?? "", outcome.entry);
		return denied(outcome.code, outcome.message, { rule: outcome.entry, segment: path, source });
	}
	if (limit === 0 && (operation === "write" || operation === "create"))
		return denied("path-too-large", "No file may be written: max_file_size_mb is 0");
	return null;
}

const READERS = ["Read"] as const;
const WRITERS = ["Write", "Edit"] as const;

/** What rules of the file tools say of the path: their patterns forbid, and whoever must be asked before them is asked here too. */
function checkRules(writ: Writ, terms: Terms, { operation, path, to, cwd }: PathRequest, facts: Facts): Outcome | null {
	if (terms.tools.ask.length === 0 && terms.tools.disallowed.length === 0) return null;
	const place = { writ, facts, cwd: cwd ?? workspaceOf(writ.places) };
	const parts = (to === undefined ? [path] : [path, to]).map((value) => ({ kind: "path", value }) as const);
	const plans = (operation === "read" ? READERS : WRITERS).map((tool) => planTool(terms.tools, tool));
	for (const plan of plans) {
		const rule = coversCall(plan.disallowed, parts, place);
		const source = rule === null ? undefined : sourceOf(writ, "tools.disallowed", rule);
		if (rule !== null) return denied("tool-disallowed", `'${path}' is disallowed by ${rule}`, { rule, segment: path, source });
	}
	for (const plan of plans) {
		const rule = plan.ask.whole ?? coversCall(plan.ask, parts, place);
		const source = rule === null ? undefined : sourceOf(writ, "tools.ask", rule);
		if (rule !== null) return asked("needs-confirmation", `'${path}' must be confirmed (${rule})`, { rule, segment: path, source });
	}
	return null;
}

const UNRESOLVED_PATHS: readonly Obligation[] = [{ kind: "unresolved-paths" }];
/** One answer serves every path that may be used in the same way. */
const ALLOWED = allowances([]);
const UNRESOLVED = allowances(UNRESOLVED_PATHS);

function allowances(obligations: readonly Obligation[]): Readonly<Record<PathOperation, Decision>> {
	const allow = (operation: PathOperation): Decision =>
		decision("allow", [reasonOf("granted", `The path lies in the granted trees (${operation})`)], obligations);
	return {
		read: allow("read"),
		write: allow("write"),
		create: allow("create"),
		delete: allow("delete"),
		rename: allow("rename"),
		symlink: allow("symlink"),
		hardlink: allow("hardlink"),
	};
}
