/** What of a person's surroundings makes a shell read a text in another way than writ judges it; `name` is the variable or the shell. */
export interface ShellRemark {
	readonly name: string;
	readonly remark: string;
}

const CHANGES_SHELLS = /^(?:CDPATH|BASH_ENV|ENV|BASHOPTS|SHELLOPTS|POSIXLY_CORRECT|PS4|BASH_COMPAT|GLOBIGNORE|EXECIGNORE|BASH_FUNC_.*)$/;

/** Shell texts are judged for a bash that starts clean: what is set here that such a one would not have. */
export function shellRemarks(environment: Readonly<Record<string, string | undefined>>): readonly ShellRemark[] {
	const shell = environment.SHELL ?? "";
	const name = shell.slice(shell.lastIndexOf("/") + 1);
	return [
		...(name === "" || name === "bash" || name === "sh" || name === "dash"
			? []
			: [{ name, remark: "is your shell; writ judges bash, so a client that runs commands in it should ask for each" }]),
		...Object.keys(environment)
			.filter((variable) => CHANGES_SHELLS.test(variable) && environment[variable] !== undefined)
			.toSorted()
			.map((variable) => ({ name: variable, remark: "is set, and changes what a shell makes of a text" })),
	];
}
