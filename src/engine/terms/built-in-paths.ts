/**
 * `.env.*` but not `.env.example`: the patterns know no "except", so every other name is spelled out, branching off the
 * word at each of its letters.
 */
const ENV_FILES: readonly string[] = ["/**/.env", ...branches("/**/.env.", "example")];

/** The names that begin like `stem` and are not `stem` + `word`. */
function branches(stem: string, word: string): readonly string[] {
	const patterns: string[] = [];
	for (let length = 0; length < word.length; length++) {
		const beginning = stem + word.slice(0, length);
		patterns.push(beginning, `${beginning}[!${word[length]}]*`);
	}
	return [...patterns, `${stem}${word}[!x]*`, `${stem}${word}x*`];
}

/** What `filesystem.blocked_paths` is when nobody says anything: secrets, anywhere. */
export const BUILT_IN_BLOCKED_PATHS: readonly string[] = Object.freeze([
	...ENV_FILES,
	// keys and password stores
	"/**/*.pem",
	"/**/*.p12",
	"/**/*.pfx",
	"/**/*.ppk",
	"/**/*.kdbx",
	"/**/id_*",
	"/**/.ssh",
	"/**/.gnupg",
	"/**/.password-store",
	"/**/.vault-token",
	// tokens of tools
	"/**/.netrc",
	"/**/_netrc",
	"/**/.npmrc",
	"/**/.pypirc",
	"/**/.pgpass",
	"/**/.git-credentials",
	"/**/.config/git/credentials",
	"/**/.config/gh",
	"/**/.config/hub",
	"/**/.config/op",
	"/**/.cargo/credentials",
	"/**/.cargo/credentials.toml",
	"/**/.gem/credentials",
	"/**/.docker/config.json",
	"/**/.terraform.d/credentials.tfrc.json",
	// clouds
	"/**/.aws",
	"/**/.azure",
	"/**/.kube",
	"/**/.oci",
	"/**/.boto",
	"/**/.s3cfg",
	"/**/.config/gcloud",
	// agents
	"/**/.claude/.credentials.json",
	"/**/.claude.json",
	"/**/.codex/auth.json",
	"/**/.gemini/oauth_creds.json",
	"/**/.local/share/opencode/auth.json",
	"/**/.config/github-copilot",
	// writ itself
	"/**/.writ/*.key",
	"/**/.writ/writ.db*",
	"/**/.writ/run",
]);

/** What is never written, anywhere and by nobody's profile: places whose content is later run or trusted. */
export const BUILT_IN_PROTECTED_PATHS: readonly string[] = Object.freeze([
	// git runs these, or reads from them what to run
	"/**/.git/hooks",
	"/**/.git/config",
	"/**/.git/config.worktree",
	"/**/.git/commondir",
	"/**/.git/worktrees",
	"/**/.husky",
	"/**/.git/modules/**/hooks",
	"/**/.git/modules/**/config",
	"/**/.gitmodules",
	"/**/.gitconfig",
	"/**/.config/git",
	// settings of agents and editors
	"/**/.claude",
	"/**/.claude.json",
	"/**/.mcp.json",
	"/**/.writ",
	"/**/.codex",
	"/**/.cursor",
	"/**/.gemini",
	"/**/.opencode",
	"/**/opencode.json",
	"/**/.vscode",
	"/**/.idea",
	// start files of shells and logins
	"/**/.envrc",
	"/**/.profile",
	"/**/.bashrc",
	"/**/.bash_profile",
	"/**/.bash_login",
	"/**/.bash_logout",
	"/**/.bash_aliases",
	"/**/.zshrc",
	"/**/.zshenv",
	"/**/.zprofile",
	"/**/.zlogin",
	"/**/.zlogout",
	"/**/.kshrc",
	"/**/.cshrc",
	"/**/.tcshrc",
	"/**/.login",
	"/**/.inputrc",
	"/**/.config/fish",
	"/**/.xprofile",
	"/**/.xsessionrc",
	"/**/.pam_environment",
	"/**/.ssh/authorized_keys",
	"/**/.ssh/config",
	"/**/.ssh/rc",
]);
