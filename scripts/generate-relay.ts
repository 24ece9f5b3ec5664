/** Bundles the inside half of the sandbox's network into a text, because it runs where none of our files are. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { generatedFile, REPOSITORY } from "./generated-file.ts";

const { outputFiles } = await build({
	absWorkingDir: REPOSITORY,
	entryPoints: [fileURLToPath(import.meta.resolve("../src/sandbox/network/relay-program.ts"))],
	bundle: true,
	write: false,
	format: "esm",
	platform: "node",
	target: "node22",
	minify: true,
	legalComments: "none",
});
const text = outputFiles.map((file) => file.text.trim()).join("");
generatedFile(
	"src/sandbox/network/generated/relay-text.ts",
	`/** The inside half of the proxy as one program (relay-program.ts); made by scripts/generate-relay.ts. */\nexport const RELAY_TEXT = ${JSON.stringify(text)};\n`,
);
