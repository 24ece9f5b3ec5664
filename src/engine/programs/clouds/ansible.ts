import { changes, loads, plain, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";
import { cloudOperation } from "./cloud-clients.ts";

/** ansible: runs modules on other machines, and often on this one. */
export const ansible: ProgramTable = {
	names: [
		"ansible",
		"ansible-playbook",
		"ansible-pull",
		"ansible-console",
		"ansible-test",
		"ansible-runner",
		"ansible-navigator",
		"salt",
		"salt-call",
		"puppet",
		"chef-client",
		"knife",
		"fab",
		"capistrano",
		"cap",
	],
	interpreter: { why: "runs what its files say, here and on other machines" },
	operands: "script",
	options: [
		loads("-i --inventory --inventory-file <place>", "names other machines, and can be a program"),
		runs("-m --module-name <name>", "runs a module"),
		runs("-a --args <arguments>", "becomes part of what is run"),
		loads("-e --extra-vars <variables>", "becomes part of what is run"),
		loads("-M --module-path <path>", "loads code"),
		loads("--playbook-dir <directory>", "loads code"),
		redirects("-u --user <name>", "acts as another user"),
		redirects("-b --become", "acts as another user"),
		redirects("--become-user <name>", "acts as another user"),
		redirects("--become-method <name>", "acts as another user"),
		redirects("-k --ask-pass", "uses another credential"),
		redirects("-K --ask-become-pass", "uses another credential"),
		redirects("--private-key --key-file <file>", "uses another credential"),
		loads("--vault-password-file --vault-pass-file <file>", "can be a program"),
		loads("--vault-id <id>", "uses another credential"),
		redirects("-c --connection <kind>", "talks to other machines in another way"),
		loads("--ssh-common-args --ssh-extra-args --sftp-extra-args --scp-extra-args <arguments>", "options of ssh run programs"),
		redirects("-U --url <url>", "takes the files from another place"),
		...plain(
			"-l --limit <pattern>",
			"-t --tags <names>",
			"--skip-tags <names>",
			"-f --forks <number>",
			"-C --check",
			"-D --diff",
			"--syntax-check",
			"--list-tasks",
			"--list-hosts",
			"--list-tags",
			"--start-at-task <name>",
			"-v --verbose",
			"--version",
			"-T --timeout <seconds>",
		),
	],
};

/** Parts of ansible that only look, or work on files. */
export const ansibleTools: ProgramTable = {
	names: ["ansible-lint", "ansible-doc", "ansible-inventory", "ansible-config", "yamllint"],
	operands: "maybe-read",
	options: [
		loads("-i --inventory <place>", "can be a program"),
		loads("-c --config-file --config <file>", "loads settings"),
		loads("-r --rules-dir <directory>", "loads code"),
		loads("-M --module-path <path>", "loads code"),
		{ names: ["--fix", "--write"], value: "optional", operandsBecome: "write", why: "rewrites the files" },
		writes("--output <file>", "writes a file"),
		writes("--sarif-file <file>", "writes a report"),
		changes("--init", "writes a file"),
		runs("-e --edit", "opens an editor"),
		...plain(
			"-f --format <format>",
			"-t --type <type>",
			"--list",
			"--graph",
			"-x --skip-list <rules>",
			"-w --warn-list <rules>",
			"-q",
			"-s --strict",
			"-d --config-data <text>",
		),
	],
};

/** ansible-vault and ansible-galaxy. */
export const ansibleVault: ProgramTable = {
	names: ["ansible-vault", "ansible-galaxy", "sops", "gopass", "pass", "op", "bw", "secret-tool"],
	operands: "maybe-read",
	analyser: cloudOperation,
	options: [
		loads("--vault-password-file --vault-pass-file <file>", "can be a program"),
		writes("-o --output --out-file <file>", "writes a file"),
		redirects("-s --server <url>", "takes code from another place"),
		redirects("--token --api-key <token>", "uses another credential"),
	],
};
