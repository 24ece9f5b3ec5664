/** Long option names that, in program after program, run something. */
const RUNS =
	/^--?(?:exec|execute|cmd|command|commands|eval|shell|script-shell|pager|editor|browser|preprocessor|pre|hook|hooks|plugin|plugins|require|loader|import|load|rsh|rsync-path|upload-pack|receive-pack|use-compress-program|checkpoint-action|program|interpreter|runner|wrapper|askpass|proxy-command|compress-program|filter-command)(?:$|-(?:file|path|dir|command|program|cmd|script|module)$)/;

/** Names that load settings, write files or go elsewhere, where nothing is known of the program. */
const CHANGES =
	/^--?(?:config|conf|configuration|config-file|config-dir|rc|rcfile|init|init-file|settings|profile-file|include|out|outfile|out-file|out-dir|outdir|output|output-file|output-dir|output-directory|log-file|logfile|dump|save|write|write-out|in-place|inplace|to-file|export|delete|remove|purge|destroy|prune|clean|force-delete|host|server|endpoint|endpoint-url|registry|proxy|token|password|credentials|identity|key-file|as|run-as|user|login|upload|download|install|uninstall|publish|apply|yes|fix|eval-file|file|from-file|script|scripts|directory|chdir|cwd|root|prefix|workdir|home|context|kubeconfig|socket|daemon|listen|bind|set|unset|add|edit)$/;

/** Parts of longer names that say the same: `--output_path`, `--on-complete-command`, `--autofix`, `--cache-dir`, `--load-plugin`. */
const PARTS =
	/^--?(?:.*[-_.])?(?:output|out|outfile|outputfile|log|report|dest|destination|target-dir|save|write|dump|export|autofix|autocorrect|auto-correct|fix|hook|plugin|plugins|command|cmd|program|exec|script|config|upload|extension|extensions|cache-dir|tmpdir|tmp-dir|temp-dir)(?:[-_](?:to|as|file|path|dir|directory|prefix|only|all))?$|^--(?:on|pre|post|hook)[-_]/;

/**
 * Whether an option that no table lists is worth asking about by its name alone. With a table only names that run
 * something count: the table has the rest.
 */
export function looksDangerous(name: string, known: boolean): boolean {
	if (!known && name === "-o") return true;
	if (!name.startsWith("-") || name.length < 3) return false;
	return RUNS.test(name) || (!known && (CHANGES.test(name) || PARTS.test(name)));
}
