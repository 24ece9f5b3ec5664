import type { Analyser, Hazard } from "./analyser.ts";

export type { Hazard } from "./analyser.ts";

/**
 * What a table says of one program. Tables are data, in the file of the program or of its close kin; a person extends
 * them without reading how commands are judged. What a table does not mention is an ordinary flag or a plain operand.
 */
export interface ProgramTable extends CommandForm {
	/** Every name of the program: `["awk", "gawk", "mawk", "nawk"]`. */
	readonly names: readonly string[];
	/** Long options may be abbreviated to a unique beginning (GNU getopt_long, git). Default true for `gnu`. */
	readonly abbreviations?: boolean | undefined;
	/** Forms by first operand (`git log`). `options` of the program itself are then the global ones, before the subcommand. */
	readonly subcommands?: Readonly<Record<string, CommandForm>> | undefined;
	/** A subcommand that is not in the table may run anything (git aliases, cargo and gh extensions): asked, unless the rule names it. */
	readonly closed?: boolean | undefined;
	/** A first word that is not a subcommand is a script of the project, or else the installed program of that name (`pnpm tsc`). */
	readonly runsInstalled?: InstalledPrograms | undefined;
	/** The program runs a script or text as code: a rule that stops before the script never covers it. */
	readonly interpreter?: InterpreterForm | undefined;
}

export type OptionStyle =
	/** `-abc`, `-ofile`, `--long`, `--long=value`; options may follow operands. */
	| "gnu"
	/** As gnu, but options end at the first operand (launchers, `ssh`, `docker run`). */
	| "posix"
	/** `-name value`, `-name=value`, never clustered; one or two dashes mean the same (go, java, terraform, find). */
	| "long-dash"
	/** The first word may be a cluster without a dash (`tar xvf`, `ps aux`). */
	| "bundled"
	/** No options: every word is an operand (echo, dd, expr). */
	| "none";

/** One program, or one subcommand of it. */
export interface CommandForm {
	readonly options?: readonly OptionRow[] | undefined;
	/**
	 * Options of the program run, load, read or write: one without a row asks, unless it fits this regular expression over the whole of
	 * `-name` or `--name=value`. Left out = an option without a row is an ordinary flag.
	 */
	readonly closedOptions?: string | undefined;
	/** Words behind `--` go to another program: a rule must name each that does not fit this regular expression. */
	readonly passesOn?: string | undefined;
	/** What the operands are; default: data that is only checked against blocked paths. */
	readonly operands?: Operands | undefined;
	/** The form itself is dangerous: a rule must name it (for a subcommand: contain the subcommand's word). */
	readonly hazard?: Hazard | undefined;
	readonly why?: string | undefined;
	readonly reference?: string | undefined;
	/** It reads everything below its operands: always, or when one of these options is given. */
	readonly recursive?: true | readonly string[] | undefined;
	/** Its operands are trees or files in which it rewrites what it knows (formatters): what lies below is written, not the operand itself. */
	readonly rewritesBelow?: true | undefined;
	/** Its operands are targets that it runs one after the other (make, mvn): a rule must allow each of them, and options may stand before. */
	readonly targets?: true | undefined;
	/** The options with which it follows links inside a tree that it reads; absent = it may always do so. */
	readonly followsLinks?: readonly string[] | undefined;
	/** It tells the names of everything below its operands: always, or with one of these options. */
	readonly listsTrees?: true | readonly string[] | undefined;
	/** What it reads is not the tree on the disk, but what version control has stored of it. */
	readonly readsStored?: true | undefined;
	/** Without a path it reads what a pipe brings, if there is one (rg), and only else the default operand. */
	readonly readsPipe?: true | undefined;
	/** The operand that is meant when there is none (rg: `.`). */
	readonly defaultOperand?: string | undefined;
	/** A second level (`git stash list`, `gh pr view`). */
	readonly subcommands?: Readonly<Record<string, CommandForm>> | undefined;
	/** Code for what rows cannot say: the expression of `find`, the mode of `tar`, the addresses of `git fetch`. */
	readonly analyser?: Analyser | undefined;
	/** The analyser wants every word of the form, options included (find, tar, dd), not the operands alone. */
	readonly analysesWords?: true | undefined;
	/** What arrives on its input is run: as text of the shell's language, of another shell's, or as commands of its own (ftp, at). */
	readonly runsInput?: "shell" | "foreign-shell" | "code" | undefined;
	/** Its operands are joined by blanks and run as one shell text (watch). */
	readonly joinsWords?: true | undefined;
	/** The file that `-f` or `--file` names holds commands, as a makefile does. */
	readonly runsRecipes?: true | undefined;
	/** A word `NAME=value` among the operands changes what runs (make, env). */
	readonly assignments?: Hazard | undefined;
	/** How options are spelled; default: as the level above, `gnu` at the top. */
	readonly style?: OptionStyle | undefined;
	/** The program, or the subcommand (`uv run`, `pnpm exec`), runs its operand: looked through. */
	readonly launcher?: LauncherForm | undefined;
	/**
	 * Another name of this form: the words after the program's name (`npm i` → `install`, `docker container run` → `run`).
	 * Disallowed and ask rules for one govern both; rules that allow do not.
	 */
	readonly aliasOf?: string | undefined;
}

export interface OptionRow {
	/** All spellings, e.g. `["-o", "--output"]`. */
	readonly names: readonly string[];
	/**
	 * `none` (default); `required`: the rest of a cluster, after `=`, or the next word; `optional`: only joined (`-O5`, `--color=x`).
	 */
	readonly value?: "none" | "required" | "optional" | undefined;
	/** More values after the first: `jq --arg name value` has 2. */
	readonly values?: number | undefined;
	/** The option is only covered when the rule names it. Left out = ordinary. */
	readonly hazard?: Hazard | undefined;
	/** What the value is, when it must be checked. */
	readonly is?: Role | undefined;
	/** The value is a directory, and what is written lies below it. */
	readonly below?: true | undefined;
	/** Values with which the option is ordinary (`eslint --format json`); a final `*` stands for any rest (`pytest -p no:*`). Only static values count. */
	readonly except?: readonly string[] | undefined;
	/** Values with which the option is ordinary, as a regular expression over the whole value; no value is ordinary too. */
	readonly unless?: string | undefined;
	/** The names are only the beginning of the word, the rest of it is the value: `-javaagent:x.jar`, `-Wl,x`, `--config.key=x`. */
	readonly prefix?: true | undefined;
	/** With this option the operands have another role (`prettier --write`: `write`; `black --check`: `read`). If several say so, `write` wins. */
	readonly operandsBecome?: Role | undefined;
	/** The value names a program and every word after it belongs to that program: `python -m pytest -q`. Judged with that program's table too. */
	readonly delegates?: true | undefined;
	/** The option takes the place of this many leading operands (`grep -e`: the pattern is not an operand any more). */
	readonly replacesFirst?: boolean | undefined;
	/** A word that begins with a dash is never its value, but the next option (`tsc --lib --init`). */
	readonly dashless?: true | undefined;
	/** Why it is dangerous, in one sentence; needed with `hazard`, `write`, `shell`. */
	readonly why?: string | undefined;
	/** Public CVE or issue, where there is one. */
	readonly reference?: string | undefined;
}

/** What one word is. */
export type Role =
	/** plain text */
	| "data"
	/** a file or directory that is read */
	| "read"
	/** a file that names further files, all of which are read */
	| "listed"
	/** a file or directory that is made, changed, moved or removed */
	| "write"
	/** a path that version control may put back: only blocked and protected ones count */
	| "guarded"
	/** a file or directory that is deleted or moved away */
	| "remove"
	/** a path if it looks like one (a revision or a file, `HEAD:path`) */
	| "maybe-read"
	/** the directory from which the rest of the command runs; must lie inside the sandbox */
	| "cwd"
	/** a file or directory that must lie inside the sandbox, because what stands there is run or believed */
	| "inside"
	/** a URL or host name, checked against the network dimension */
	| "url"
	/** shell text that is run: parsed and walked */
	| "shell"
	/** program text of a small language, checked by `TEXT_ANALYSERS` */
	| "sed-script"
	| "awk-program"
	| "jq-filter"
	/** a script that an interpreter runs */
	| "script";

/** What the operands are, in order. */
export type Operands =
	| Role
	/** fixed roles first, the last one repeats: `["data", "read"]` for grep */
	| readonly [Role, ...Role[]]
	/** all but the last are read, the last is written (cp) */
	| "copy"
	/** all but the last are moved away, the last is written (mv) */
	| "move"
	/** first read, second (if any) written (uniq) */
	| "filter";

export interface LauncherForm {
	/** Operands of its own before the inner command (`timeout 5 cmd` has 1). */
	readonly ownOperands?: number | undefined;
	/** `NAME=value` words before the inner command are assignments (env, sudo). */
	readonly assignments?: boolean | undefined;
	/** It adds words that are not known (xargs, parallel, find -exec …): the inner program may have no dangerous options. */
	readonly appends?: boolean | undefined;
	/** A rule for the launcher itself is needed besides one for the inner command (sudo, npx, ssh, docker exec). */
	readonly needsRule?: Hazard | undefined;
	/** Words with a dash behind the program's name are its own too, until `--` (npm exec). */
	readonly ownUntilDashes?: true | undefined;
	/** It runs a program of the project, where that is installed: then it needs no rule of its own. */
	readonly installed?: InstalledPrograms | undefined;
	readonly why?: string | undefined;
}

/** Where a launcher finds the programs that packages of the project brought. */
export interface InstalledPrograms {
	/** Directories, looked for from where the command stands up to the workspace (`node_modules/.bin`). */
	readonly places: readonly string[];
	/** Its own options that may stand before the program's name; with any other it is not looked through so. */
	readonly options: readonly string[];
}

export interface InterpreterForm {
	/** Options whose value is code in the shell's language (`bash -c`): looked through. */
	readonly shell?: boolean | undefined;
	readonly why?: string | undefined;
}
