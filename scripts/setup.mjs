// Brings in what `npm start` and `npm test` need, and does nothing when it is there, so that both work offline afterwards.
// Plain JavaScript without packages: it runs on the machine's own Node before anything is installed.
import { spawnSync } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Programs that the tests use, and the Debian packages that hold them. */
const programs = {
	bash: "bash",
	bwrap: "bubblewrap",
	chromium: "chromium",
	curl: "curl",
	dash: "dash",
	ps: "procps",
	python3: "python3",
	strace: "strace",
};

if (!packagesAreInstalled()) installPackages();
if (process.argv.includes("--for-tests")) installPrograms(Object.keys(programs).filter((program) => !isOnPath(program)));

/** node_modules holds exactly what the lockfile says; what is optional may be missing. Times of files prove nothing: git changes them. */
function packagesAreInstalled() {
	const wanted = readJson("package-lock.json")?.packages ?? {};
	const installed = readJson("node_modules/.package-lock.json")?.packages;
	if (installed === undefined || !isExecutable(join(repository, "node_modules/node/bin/node"))) return false;
	const differs = ([path, { version }]) => path !== "" && installed[path]?.version !== version;
	const missing = Object.entries(wanted).filter(differs);
	const unwanted = Object.keys(installed).filter((path) => wanted[path] === undefined);
	return missing.every(([path, { optional }]) => optional === true && installed[path] === undefined) && unwanted.length === 0;
}

function installPackages() {
	console.error("Installing packages (npm ci) …");
	// The Node that npm ci replaces must not be the one that runs it.
	const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.endsWith(join("node_modules", ".bin")));
	const environment = { ...process.env, PATH: path.join(delimiter) };
	run(
		"npm",
		["ci", "--include=dev", "--loglevel=error"],
		environment,
		"npm ci failed: see above. It needs the package registry once; afterwards writ works offline.",
	);
}

function installPrograms(missing) {
	if (missing.length === 0) return;
	const packages = missing.map((program) => programs[program]);
	const asRoot = process.getuid?.() === 0 ? [] : ["sudo"];
	const update = [...asRoot, "apt-get", "update"];
	const install = [...asRoot, "apt-get", "install", "-y", "--no-install-recommends", ...packages];
	const cure = `The tests need ${missing.join(", ")}. Run:\n\n    ${update.join(" ")} && ${install.join(" ")}\n`;
	if (!isOnPath("apt-get") || (asRoot.length > 0 && spawnSync("sudo", ["-n", "true"]).status !== 0)) fail(cure);
	console.error(`Installing system packages (${packages.join(", ")}) …`);
	const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
	for (const [command, ...words] of [update, install]) run(command, words, environment, cure);
}

function run(command, words, environment, cure) {
	const { status } = spawnSync(command, words, { cwd: repository, env: environment, stdio: ["ignore", 2, 2] });
	if (status !== 0) fail(cure);
}

function fail(cure) {
	console.error(cure);
	process.exit(3);
}

function readJson(path) {
	try {
		return JSON.parse(readFileSync(join(repository, path), "utf8"));
	} catch {
		return undefined;
	}
}

function isOnPath(program) {
	return (process.env.PATH ?? "").split(delimiter).some((folder) => folder !== "" && isExecutable(join(folder, program)));
}

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
