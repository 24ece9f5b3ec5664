import { expect, it } from "vitest";
import { shellRemarks } from "./shell-remarks.ts";

it("[shell-6-doctor] names the shell that is not bash, and each variable that changes what a shell makes of a text", () => {
	expect(shellRemarks({ SHELL: "/bin/bash", PATH: "/bin", CDPATH: undefined })).toEqual([]);
	expect(shellRemarks({})).toEqual([]);
	const names = shellRemarks({ SHELL: "/usr/bin/zsh", CDPATH: ".", "BASH_FUNC_ls%%": "() { id; }", BASH_ENV: "/x" }).map(
		({ name }) => name,
	);
	expect(names).toEqual(["zsh", "BASH_ENV", "BASH_FUNC_ls%%", "CDPATH"]);
});
