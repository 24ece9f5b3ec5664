const OWN_PROCESS = new Set(["self", "thread-self"]);
const LINKS_OF_A_PROCESS = new Set(["cwd", "root", "exe", "fd", "map_files", "ns"]);
const DESCRIPTORS = new Set(["fd", "stdin", "stdout", "stderr"]);
const A_PROCESS = /^\/proc\/[0-9]+(\/task\/[0-9]+)?$/;

/**
 * Whether a name in a folder stands for something of a process (its descriptors, its root): it means another file to the one
 * who checks than to the one who opens.
 */
export function isProcessAlias(folder: string, name: string): boolean {
	if (folder === "/dev") return DESCRIPTORS.has(name);
	if (!folder.startsWith("/proc")) return false;
	return (folder === "/proc" && OWN_PROCESS.has(name)) || (A_PROCESS.test(folder) && LINKS_OF_A_PROCESS.has(name));
}
