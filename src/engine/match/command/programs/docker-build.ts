import type { CommandForm } from "../program-table.ts";
import { changes, loads, named, plain, redirects, writes } from "./option-rows.ts";

/** `docker build`, also as `image build`, `builder build` and `buildx build`. */
export const dockerBuild: CommandForm = named("runs", "runs the commands of a Dockerfile", {
	operands: "maybe-read",
	analyser: "urls",
	analysesWords: true,
	options: [
		loads("-f --file <file>", "runs another file"),
		redirects("--network <mode>", "changes the network of the build"),
		redirects("--add-host <host>", "changes the network of the build"),
		redirects("--allow <entitlement>", "widens what the build may do"),
		redirects("--privileged", "widens what the build may do"),
		redirects("--push", "publishes the image"),
		redirects("--secret <secret>", "hands a secret to the build"),
		redirects("--ssh <agent>", "hands credentials to the build"),
		redirects("--build-context <context>", "takes files from another place"),
		redirects("-v --volume <volume>", "hands files to the build"),
		redirects("--builder <name>", "builds elsewhere"),
		writes("-o --output <place>", "writes files"),
		writes("--iidfile <file>", "writes a file"),
		writes("--metadata-file <file>", "writes a file"),
		changes("--cache-to <place>", "writes a cache"),
		...plain(
			"-t --tag <name>",
			"--build-arg <value>",
			"--target <stage>",
			"--platform <name>",
			"--progress <mode>",
			"--label <label>",
			"--cache-from <place>",
			"--no-cache-filter <stage>",
			"--shm-size <size>",
			"--ulimit <limit>",
			"-m --memory <size>",
		),
	],
});
