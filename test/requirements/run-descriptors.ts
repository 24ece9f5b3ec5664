/** What holds for the streams that a confined program is started with, and for what is told of it. */
export const RUN_DESCRIPTOR_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "sandbox-6-files",
		source: "sandbox.md §6",
		behaviour: "a file on standard input, output or error cannot be opened again by the program: it holds a pipe",
	},
	{
		id: "sandbox-6-file-bytes",
		source: "sandbox.md §11",
		behaviour: "files on the standard streams pass byte-exact, in their order, and nothing more is taken than the program read",
	},
	{ id: "sandbox-6-lost", source: "sandbox.md §11", behaviour: "output that cannot be written is told, and does not count as a success" },
	{ id: "sandbox-6-directory", source: "sandbox.md §12", behaviour: "a directory on a standard stream: 2, with the cure" },
	{
		id: "sandbox-11-names",
		source: "sandbox.md §11",
		behaviour: "names that a program makes up reach the terminal within one line, visible",
	},
	{ id: "sandbox-11-stopped", source: "sandbox.md §11", behaviour: "TERM ends a program that is stopped" },
	{ id: "sandbox-6-own-variables", source: "sandbox.md §6, §12", behaviour: "--env of a variable that the sandbox sets itself is refused" },
	{ id: "sandbox-11-hang-up", source: "sandbox.md §11", behaviour: "a program that a hang-up does not end is ended 5 s later" },
	{ id: "sandbox-12-home", source: "sandbox.md §12", behaviour: "a home that cannot be made is told at once: 3" },
	{ id: "sandbox-12-directory", source: "sandbox.md §12", behaviour: "a current directory that was removed is told in one line: 3" },
	{ id: "sandbox-12-many-words", source: "sandbox.md §12", behaviour: "more words than bubblewrap takes: 2, with the number" },
	{ id: "sandbox-12-system", source: "sandbox.md §11", behaviour: "nobody is told to give away a directory of the system" },
];
