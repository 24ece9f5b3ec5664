import { defineTools, needed } from "./define-tools.ts";

/** The sixteen names that a KSI profile can hold. */
export const KSI_NAMES = [
	"Task",
	"Bash",
	"Glob",
	"Grep",
	"LS",
	"ExitPlanMode",
	"Read",
	"Edit",
	"MultiEdit",
	"Write",
	"NotebookRead",
	"NotebookEdit",
	"WebFetch",
	"TodoRead",
	"TodoWrite",
	"WebSearch",
] as const;

/** The KSI names that newer Claude clients no longer bring. */
export const KSI_TOOLS = defineTools("ksi", [
	{ name: "LS", pattern: "path", reads: [{ argument: "path", defaultsToCwd: true }], plain: ["ignore"] },
	{
		name: "MultiEdit",
		pattern: "path",
		writes: [needed("file_path"), { argument: "edits", shape: "objects", field: "file_path" }],
	},
	{ name: "NotebookRead", pattern: "path", reads: [needed("notebook_path")], plain: ["cell_id"] },
	{ name: "TodoRead", pattern: "none", plain: [] },
]);
