import {
	type Decision,
	type Facts,
	type Obligation,
	PATH_OPERATIONS,
	type PathOperation,
	type PathRequest,
	type Places,
	type Writ,
} from "../language/index.ts";
import { checkPath } from "./check-path.ts";
import { compilePaths } from "./compiled-paths.ts";
import { coversCall } from "./match-call.ts";
import { asked, conclude, decision, denied, invalid, type Outcome, reasonOf, sourceOf } from "./outcome.ts";
import { missing, otherThanPath, wrongDirectory } from "./read-request.ts";
import { planTool } from "./tool-plan.ts";

/** Judges one operation on a path that no tool call carries. */
export function decidePath(writ: Writ, request: PathRequest, facts: Facts): Decision {
	// SECURITY: each member is read once; a getter could say something else the next time.
	const { operation, path, to, cwd } = request;
	if (typeof operation !== "string") return invalid(missing("operation", "path"));
	if (typeof path !== "string") return invalid(missing("path", "path"));
	if (to !== undefined && typeof to !== "string") return invalid(missing("to", "path"));
	const problem = wrongDirectory(cwd) ?? otherThanPath(request);
	if (problem !== null) return invalid(problem);
	if (!PATH_OPERATIONS.includes(operation)) return invalid(`'${String(operation)}' is not a path operation`);
	const asked: PathRequest = { kind: "path", operation, path, ...(to === undefined ? {} : { to }), ...(cwd === undefined ? {} : { cwd }) };
	const found = checkRules(writ, asked, facts, "disallowed") ?? checkFiles(writ, asked, facts) ?? checkRules(writ, asked, facts, "ask");
	if (found !== null) return conclude([found], facts, () => found.reason, facts.resolve === undefined ? UNRESOLVED_PATHS : []);
	return (facts.resolve === undefined ? UNRESOLVED : ALLOWED)[operation];
}

/** Where a relative path begins unless the request says otherwise. */
function workspaceOf({ written }: Places): string {
	return written.workspace ?? "/";
}

function checkFiles(writ: Writ, { operation, path, to, cwd }: PathRequest, facts: Facts): Outcome | null {
	const { filesystem } = writ.terms;
	const { allow_symlinks: symlinks, max_file_size_mb: limit } = filesystem;
	const context = { paths: compilePaths(filesystem, writ.places), symlinks, facts };
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

/** What rules of the file tools say of the path: their patterns forbid, and where they ask a person, the path asks too. */
function checkRules(writ: Writ, { operation, path, to, cwd }: PathRequest, facts: Facts, list: "disallowed" | "ask"): Outcome | null {
	const { tools } = writ.terms;
	if (tools[list].length === 0) return null;
	const place = { writ, facts, cwd: cwd ?? workspaceOf(writ.places) };
	const parts = (to === undefined ? [path] : [path, to]).map((value) => ({ kind: "path", value }) as const);
	const plans = (operation === "read" ? READERS : WRITERS).map((tool) => planTool(tools, tool, false));
	for (const plan of list === "disallowed" ? plans : []) {
		// A path that leads nowhere is refused for that.
		const rule = plan.disallowed.paths.length === 0 ? null : coversCall(plan.disallowed, parts, place);
		const source = rule === null ? undefined : sourceOf(writ, "tools.disallowed", rule);
		if (rule !== null) return denied("tool-disallowed", `'${path}' is disallowed by ${rule}`, { rule, segment: path, source });
	}
	for (const plan of list === "ask" ? plans : []) {
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
