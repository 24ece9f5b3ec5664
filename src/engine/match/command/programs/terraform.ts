import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, loads, named, plain, reads, redirects, withRole, writes } from "./option-rows.ts";

const vars: readonly OptionRow[] = [
	...reads("-var-file <file>"),
	writes("-state <file>", "reads and writes another state"),
	writes("-state-out <file>", "writes another state"),
	writes("-backup <file>", "writes another file"),
	loads("-plugin-dir <directory>", "loads code from another place"),
	...plain("-var <variable>", "-target <resource>", "-replace <resource>", "-parallelism <number>", "-lock [boolean]", "-lock-timeout <time>", "-refresh [boolean]", "-input [boolean]", "-json", "-no-color", "-compact-warnings", "-exclude <resource>"),
];
const state = (why: string): CommandForm => named("changes", why, { operands: "maybe-read", options: [changes("-auto-approve", "asks nobody"), ...vars] });
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

/** terraform and its kin: infrastructure from files. */
export const terraform: ProgramTable = {
	names: ["terraform", "tofu", "opentofu"],
	style: "long-dash",
	abbreviations: false,
	closed: true,
	options: [...withRole("cwd", ["-chdir <directory>"]), ...plain("-help", "-version")],
	subcommands: {
		fmt: {
			operands: "write",
			defaultOperand: ".",
			options: [{ names: ["-check"], operandsBecome: "maybe-read" }, { names: ["-write=false"], prefix: true, operandsBecome: "maybe-read" }, ...plain("-recursive", "-diff", "-list [boolean]", "-no-color", "-write [boolean]")],
		},
		validate: { operands: "maybe-read", options: plain("-json", "-no-color", "-no-tests", "-test-directory <directory>") },
		version: {},
		output: { operands: "data", options: [...reads("-state <file>"), ...plain("-json", "-raw", "-no-color")] },
		show: { operands: "maybe-read", options: plain("-json", "-no-color") },
		graph: { options: plain("-type <type>", "-plan <file>", "-draw-cycles", "-module-depth <number>") },
		modules: {},
		metadata: { operands: "data" },
		get: { options: plain("-update") },
		providers: { operands: "data", subcommands: { schema: {}, lock: named("changes", "writes the lock file"), mirror: named("changes", "writes files", { operands: "write" }) } },
		plan: {
			operands: "maybe-read",
			options: [writes("-out <file>", "writes the plan"), writes("-generate-config-out <file>", "writes a file"), changes("-destroy", "plans to delete everything"), ...plain("-detailed-exitcode", "-refresh-only"), ...vars],
		},
		init: named("loads", "fetches code and settings", {
			operands: "maybe-read",
			options: [redirects("-backend-config <setting>", "changes where the state is kept"), redirects("-from-module <address>", "takes files from another place"), loads("-plugin-dir <directory>", "loads code from another place"), ...plain("-backend [boolean]", "-upgrade", "-reconfigure", "-input [boolean]", "-lockfile <mode>", "-get [boolean]", "-no-color")],
		}),
		test: named("changes", "makes and deletes infrastructure", { operands: "data", options: [...plain("-filter <file>", "-test-directory <directory>", "-verbose"), ...vars] }),
		workspace: { subcommands: { list: {}, show: {}, select: account("works on another state"), new: account("makes another state"), delete: named("changes", "deletes a state") } },
		state: {
			subcommands: {
				list: { operands: "data", options: plain("-id <id>", "-state <file>") },
				show: { operands: "data" },
				pull: {},
				push: state("replaces the state"),
				mv: state("changes the state"),
				rm: state("changes the state"),
				"replace-provider": state("changes the state"),
			},
		},
		apply: state("changes the infrastructure"),
		destroy: state("deletes the infrastructure"),
		import: state("changes the state"),
		refresh: state("changes the state"),
		taint: state("changes the state"),
		untaint: state("changes the state"),
		"force-unlock": state("changes the state"),
		console: named("loads", "evaluates expressions from its input"),
		login: account("makes a credential"),
		logout: account("deletes a credential"),
		cloud: account("talks to another host"),
		stacks: account("talks to another host"),
		query: { options: vars },
	},
};

/** Other tools for infrastructure: a rule must name what they change. */
export const terragrunt: ProgramTable = {
	names: ["terragrunt", "pulumi", "cdk", "cdktf", "serverless", "sls", "packer", "nomad", "consul", "vault", "flyctl", "fly", "heroku", "vercel", "netlify", "wrangler", "firebase", "railway", "doctl", "supabase", "amplify", "eksctl", "skaffold", "tilt", "argocd", "flux", "kind", "minikube", "k3d", "istioctl", "kustomize", "crictl", "ctr"],
	abbreviations: false,
	operands: "data",
	analyser: "tool-operation",
	options: [
		...withRole("cwd", ["-C --cwd --working-dir --terragrunt-working-dir <directory>"]),
		loads("-c --config --config-file --terragrunt-config <file>", "loads settings, which name programs"),
		redirects("--profile <name>", "uses another credential"),
		redirects("--token -t <token>", "uses another credential"),
		redirects("--access-token --api-key --auth <token>", "uses another credential"),
		redirects("--address --server --host --endpoint --url <address>", "talks to another host"),
		redirects("--context --kubeconfig <name>", "talks to another cluster"),
		writes("-o --output-file --out <file>", "writes a file"),
		...plain("--region <region>", "-s --stack <name>", "--stage <name>", "--output <format>", "-e --env --environment <name>", "-a --app <name>", "--project <name>", "--name <name>"),
	],
};
