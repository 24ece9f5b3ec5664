import type { AllOf, Facts, PathRequest, Terms, Writ } from "../vocabulary/index.ts";
import type { ExplainedStep } from "./explanation.ts";
import { judgeDimension } from "./judge-dimension.ts";
import { pathDetail } from "./path-detail.ts";

/** Every step of a path request. */
export function explainPath(writ: Writ, terms: Terms, request: PathRequest, facts: Facts): readonly ExplainedStep[] {
	const { filesystem } = terms;
	const { read_paths, write_paths, blocked_paths, protected_paths, allow_symlinks, max_file_size_mb } = filesystem;
	const open = {
		...filesystem,
		read_paths: [],
		write_paths: [],
		blocked_paths: [],
		protected_paths: [],
		allow_symlinks: true,
		max_file_size_mb: null,
	} as const;
	const only = (kept: Partial<Terms["filesystem"]>, rules: Partial<Terms["tools"]> = {}): Terms => ({
		...terms,
		filesystem: { ...open, ...kept },
		tools: { ...terms.tools, disallowed: [], ask: [], ...rules },
	});
	const { disallowed, ask } = terms.tools;
	const cwd = request.cwd ?? writ.places.written.workspace ?? "/";
	const details = [request.path, ...(request.to === undefined ? [] : [request.to])].map((path) =>
		pathDetail(writ, terms, facts, path, cwd),
	);
	const reads = request.operation === "read";
	const resolves = judgeDimension(writ, request, facts, {
		name: "resolve",
		passes: "it leads to a place on the disk",
		codes: ["path-unresolvable", "invalid-request"],
		terms: only({}),
		details,
	});
	const writes = request.operation === "write" || request.operation === "create";
	const granted = { name: "granted", passes: "", codes: ["path-outside"], terms: only({ read_paths, write_paths }) } as const;
	const isGranted = judgeDimension(writ, request, facts, granted).outcome === "pass";
	const others = [
		{ name: "blocked", passes: "no blocked_paths entry covers it", codes: ["path-blocked"], terms: only({ blocked_paths }) },
		{
			name: "granted",
			passes: `${reads ? "read_paths" : "write_paths"} holds it`,
			codes: ["path-outside"],
			terms: only({ read_paths, write_paths }),
		},
		{
			name: "protected",
			passes: reads ? null : "it is not protected",
			codes: ["path-protected"],
			// A granted directory is told from what is in it only by the lists themselves.
			terms: isGranted
				? only({ read_paths, write_paths, protected_paths })
				: only({ read_paths: widened(read_paths), write_paths: widened(write_paths), protected_paths }),
		},
		{
			name: "links",
			passes: details.some(({ viaLink }) => viaLink) ? `allow_symlinks: ${String(allow_symlinks)} permits the link` : null,
			codes: ["path-symlink"],
			terms: only({ allow_symlinks }),
		},
		{ name: "size", passes: writes ? "files may be written" : null, codes: ["path-too-large"], terms: only({ max_file_size_mb }) },
		{
			name: "disallowed",
			passes: "no disallowed rule of the file tools covers it",
			codes: ["tool-disallowed"],
			terms: only({}, { disallowed }),
		},
		{ name: "ask", passes: "nobody has to confirm it", codes: ["needs-confirmation", "no-approver"], terms: only({}, { ask }) },
	] as const;
	return [
		resolves,
		...others.map((dimension) =>
			judgeDimension(writ, request, facts, resolves.outcome === "deny" ? { ...dimension, passes: null } : dimension),
		),
	];
}

/** Lists that hold everything and still name the granted directories, which are never replaced themselves. */
function widened(sets: AllOf): AllOf {
	return sets.map((set) => [...set, "/**"]);
}
