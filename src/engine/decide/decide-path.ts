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
import { type Answers, isAskedAgain, type Ruling, rulingFor } from "./ruling.ts";

/** Judges one operation on a path that no tool call carries. */
export function decidePath(writ: Writ, request: PathRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { operation, path, to, cwd } = request;
	if (typeof operation !== "string") return invalid(missing("operation", "path"));
	if (typeof path !== "string") return invalid(missing("path", "path"));
	if (to !== undefined && typeof to !== "string") return invalid(missing("to", "path"));
	const problem = wrongDirectory(cwd) ?? otherThanPath(request);
	if (problem !== null) return invalid(problem);
	const ruling = rulingFor(writ, facts);
	const answers = to !== undefined || cwd !== undefined ? null : keptFor(ruling, operation);
	if (answers === null) return judge(writ, ruling.terms, pathRequest(operation, path, to, cwd), facts);
	const kept = keptAnswer(answers, path, ruling, facts);
	if (kept !== null) return kept;
	const alone: PathRequest = { kind: "path", operation, path };
	return isAskedAgain(ruling, path) ? judgeAndKeep(writ, ruling, alone, facts, answers) : judge(writ, ruling.terms, alone, facts);
}

/** Apart, so that an answer that is there already costs no closure. */
function judgeAndKeep(writ: Writ, ruling: Ruling, request: PathRequest, facts: Facts, answers: Answers): Decision {
	return keepPathAnswer(ruling, answers, request.path, facts, (recording) => judge(writ, ruling.terms, request, recording));
}

/** The operations that programs ask about most. */
function keptFor(ruling: Ruling, operation: PathOperation): Answers | null {
	if (operation === "write") return ruling.writes;
	return operation === "read" ? ruling.reads : null;
}

/** The answer of an earlier request, if the disk says of the path what it said then. */
function keptAnswer({ plain, others }: Answers, path: string, { places }: Ruling, facts: Facts): Decision | null {
	const decided = plain.get(path);
	if (decided !== undefined && facts.resolve !== undefined && isPlainFile(path, facts.resolve(path, workspaceOf(places)))) return decided;
	const known = others.get(path);
	return known !== undefined && stillHolds(known, facts) ? known.decision : null;
}

/** Where a path begins that says nothing else. */
function workspaceOf({ written }: Places): string {
	return written.workspace ?? "/";
}

function pathRequest(operation: PathOperation, path: string, to: string | undefined, cwd: string | undefined): PathRequest {
	return { kind: "path", operation, path, ...(to === undefined ? {} : { to }), ...(cwd === undefined ? {} : { cwd }) };
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
