import type { Analysis } from "./analysis.ts";
import { inEveryDirectory, type Judging, MOST_FOUND, type Scene } from "./judging.ts";

/**
 * Programs that leave plain files behind at most. After every other one nobody knows what stands at a path: it may have
 * put a link there, or run code that did.
 */
const PLAIN = new Set(
	`ls dir vdir cat tac head tail wc sort uniq cut tr nl fold fmt column paste join comm expand unexpand rev grep egrep fgrep rg ag ack fd fdfind find locate sed gsed awk gawk mawk nawk jq yq tee split csplit
echo printf true false test [ expr seq yes sleep date cal uname whoami id groups hostname uptime pwd basename dirname realpath readlink stat file du df free ps pgrep lsof ss netstat top env printenv
which whereis type md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum base64 base32 od xxd hexdump strings diff cmp diff3 sdiff colordiff tree less more bat mkdir touch cp rm rmdir
unlink chmod truncate mktemp nproc arch lscpu lsblk getconf locale tput clear curl wget xargs timeout nice ionice nohup time stdbuf setsid command dirs fmt iconv dos2unix unix2dos shuf tsort numfmt pr od
json.tool getent host dig nslookup ping gzip gunzip zcat bzip2 xz zstd zip cloc scc tokei wdiff gdu ncdu exa eza lsd hyperfine watch gh glab aws kubectl docker`.split(
		/\s+/,
	),
);

/** Reading forms of git: everything else may write the work tree, or run a hook that does. */
const GIT_READS = new Set(
	`status log diff show blame annotate grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog cat-file for-each-ref name-rev merge-base check-ignore check-attr config reflog show-ref show-branch
symbolic-ref var count-objects whatchanged range-diff cherry branch tag remote diff-tree diff-index diff-files version help verify-commit verify-tag bugreport diagnose`.split(
		/\s+/,
	),
);

/** Programs of the system that every list names: a package that brings one of these names is not what a rule means. */
export function leavesPlainFiles(name: string): boolean {
	return PLAIN.has(name) || name === "git";
}

/** Remembers a command after which paths may lead elsewhere. */
export function rememberMaker(judging: Judging, analysis: Analysis, scene: Scene, segment: string): void {
	if (makes(judging, analysis, scene)) judging.trail.push({ kind: "maker", segment, moment: scene.moment });
}

function makes(judging: Judging, analysis: Analysis, scene: Scene): boolean {
	const { program, words } = analysis;
	if (program === "git") return !(analysis.step !== null && GIT_READS.has(analysis.step));
	// `python -m json.tool`
	if (!PLAIN.has(program)) return !analysis.inner.some(({ module, words: [first] }) => module === true && PLAIN.has(first?.text ?? ""));
	// `cp` follows links unless it is told to copy them, or copies whole trees.
	if (program === "cp")
		return words.some(({ text, lead }) => /^(?:-[A-Za-z]*[PdaRrs]|--(?:archive|recursive|no-deref|symbolic|preserve))/.test(text ?? lead));
	if (program === "rm" || program === "rmdir" || program === "unlink") return removesLink(judging, analysis, scene);
	return false;
}

/** A removed link leaves its name to whatever comes next. */
function removesLink({ policy: { files }, count }: Judging, { checks }: Analysis, scene: Scene): boolean {
	// SECURITY: what was too much to look up may be a link (test/decide/bad-input.test.ts).
	if (count.found > MOST_FOUND) return true;
	return checks.some(({ role, argument }) => {
		if (role !== "remove") return false;
		const paths = argument.text === null ? (argument.found ?? []) : [argument.text];
		return paths.some(
			(path) => inEveryDirectory(scene, (directory) => (files.enter(path, directory).linked ? { effect: "ask" as const } : null)) !== null,
		);
	});
}
