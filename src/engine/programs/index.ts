/** Programs: what each option and operand of a program does, a table and its analyser together, by family; `commands` reads command lines with them. */
import type { Analyser } from "./analyser.ts";
import { ansible, ansibleTools, ansibleVault } from "./clouds/ansible.ts";
import { aws, az, gcloud } from "./clouds/cloud-clients.ts";
import { terraform, terragrunt } from "./clouds/terraform.ts";
import { docker, dockerCompose } from "./containers/docker.ts";
import { helm } from "./containers/helm.ts";
import { kubectl } from "./containers/kubectl.ts";
import { machines, vagrant } from "./containers/machines.ts";
import { migrations } from "./databases/migrations.ts";
import { mongosh } from "./databases/mongosh.ts";
import { mysql, mysqlTools } from "./databases/mysql.ts";
import { pgTools, psql } from "./databases/postgres.ts";
import { redisCli } from "./databases/redis.ts";
import { duckdb, sqlite3 } from "./databases/sqlite.ts";
import { archives } from "./files/archives.ts";
import { copying } from "./files/copying.ts";
import { fileTools, otherWriters } from "./files/file-tools.ts";
import { find, searching } from "./files/find.ts";
import { file, listing, tree } from "./files/listing.ts";
import { dd, making, splitting } from "./files/making.ts";
import { documents, media } from "./files/media.ts";
import { tar } from "./files/tar.ts";
import { gh } from "./git/gh.ts";
import { git, gitProgram } from "./git/git.ts";
import { glab } from "./git/glab.ts";
import { hg } from "./git/hg.ts";
import { svn } from "./git/svn.ts";
import { bundlers, tsc } from "./javascript/builders.ts";
import { bun } from "./javascript/bun.ts";
import { deno } from "./javascript/deno.ts";
import { biome, eslint, otherLinters, prettier } from "./javascript/linters.ts";
import { node, nodemon, tsNode } from "./javascript/node.ts";
import { npm, npx, pnpx } from "./javascript/npm.ts";
import { pnpm } from "./javascript/pnpm.ts";
import { concurrently, jsLaunchers, monorepoRunners, pm2, scriptRunners } from "./javascript/script-runners.ts";
import { cypress, jest, mocha, playwright, vitest } from "./javascript/test-runners.ts";
import { yarn } from "./javascript/yarn.ts";
import { bazel, cmake, ctest, just, make, meson, mix, ninja } from "./languages/builders.ts";
import { clangFormat, formatters, linters, preCommit, shellcheck, shfmt } from "./languages/checkers.ts";
import { debuggers, perf, profilers, tracers } from "./languages/debuggers.ts";
import { dotnet } from "./languages/dotnet.ts";
import { envManagers } from "./languages/env-managers.ts";
import { binaries, cpp, gcc } from "./languages/gcc.ts";
import { go, goCheckers, gofmt, golangciLint } from "./languages/go.ts";
import { interpreters, otherInterpreters } from "./languages/interpreters.ts";
import { gradle, java, javac, jvmBuilders, mvn } from "./languages/java.ts";
import { composer, php, phpTools } from "./languages/php.ts";
import { bundle, gem, rails, rake, rspec, rubocop, ruby } from "./languages/ruby.ts";
import { cargo, rustc, rustfmt, rustup } from "./languages/rust.ts";
import { agents } from "./launchers/agents.ts";
import { launchers } from "./launchers/launchers.ts";
import { privileges } from "./launchers/privileges.ts";
import { shellBuiltIns, shells } from "./launchers/shells.ts";
import { xargs } from "./launchers/xargs.ts";
import { network } from "./network/connections.ts";
import { curl } from "./network/curl.ts";
import { httpClients, httpie } from "./network/http-clients.ts";
import { gpg, openssl } from "./network/keys.ts";
import { rsync } from "./network/rsync.ts";
import { ssh } from "./network/ssh.ts";
import { wget } from "./network/wget.ts";
import type { ProgramTable } from "./program-table.ts";
import { black, isort, mypy, pythonLinters, ruff } from "./python/linters.ts";
import { pip, pipx } from "./python/pip.ts";
import { poetry } from "./python/poetry.ts";
import { notebooks, python, pythonModules } from "./python/python.ts";
import { coverage, nox, pytest, tox } from "./python/test-runners.ts";
import { uv, uvx } from "./python/uv.ts";
import { machine } from "./system/machine.ts";
import { brew, systemPackages } from "./system/packages.ts";
import { processes } from "./system/processes.ts";
import { system } from "./system/services.ts";
import { awk, awkProgram } from "./text/awk.ts";
import { diff, patch } from "./text/diff.ts";
import { editors } from "./text/editors.ts";
import { checksums, converting, readers, shuf, sort, uniq, xxd } from "./text/filters.ts";
import { grep, rg } from "./text/grep.ts";
import { jq, jqFilter, yq } from "./text/jq.ts";
import { man, pagers } from "./text/pagers.ts";
import { date, printing } from "./text/printing.ts";
import { sed, sedScript } from "./text/sed.ts";

export type { Analyser, AnalyserFinding, FilesBelow, Hazard, Tracked } from "./analyser.ts";
export { readPlainFind } from "./files/find.ts";
export type {
	CommandForm,
	InstalledPrograms,
	LauncherForm,
	Operands,
	OptionRow,
	OptionStyle,
	ProgramTable,
	Role,
} from "./program-table.ts";

/** Every program that has a table. Of two tables with one name the last counts: a built-in stands before a program in the shell too. */
export const PROGRAMS: readonly ProgramTable[] = [
	// git
	git,
	gh,
	glab,
	hg,
	svn,
	// javascript
	npm,
	npx,
	pnpx,
	pnpm,
	yarn,
	bun,
	deno,
	node,
	nodemon,
	tsNode,
	bundlers,
	tsc,
	biome,
	eslint,
	otherLinters,
	prettier,
	cypress,
	jest,
	mocha,
	playwright,
	vitest,
	concurrently,
	jsLaunchers,
	monorepoRunners,
	pm2,
	scriptRunners,
	// python
	notebooks,
	python,
	...pythonModules,
	pip,
	pipx,
	uv,
	uvx,
	poetry,
	black,
	isort,
	mypy,
	pythonLinters,
	ruff,
	coverage,
	nox,
	pytest,
	tox,
	// languages
	cargo,
	rustc,
	rustfmt,
	rustup,
	go,
	goCheckers,
	gofmt,
	golangciLint,
	cpp,
	gcc,
	...binaries,
	gradle,
	java,
	javac,
	jvmBuilders,
	mvn,
	dotnet,
	bundle,
	gem,
	rails,
	rake,
	rspec,
	rubocop,
	ruby,
	composer,
	php,
	phpTools,
	otherInterpreters,
	...interpreters,
	bazel,
	cmake,
	ctest,
	just,
	make,
	meson,
	mix,
	ninja,
	...formatters,
	linters,
	preCommit,
	shfmt,
	clangFormat,
	shellcheck,
	debuggers,
	perf,
	profilers,
	tracers,
	envManagers,
	// containers
	docker,
	dockerCompose,
	kubectl,
	helm,
	machines,
	vagrant,
	// clouds
	aws,
	az,
	gcloud,
	terraform,
	terragrunt,
	ansible,
	ansibleTools,
	ansibleVault,
	// databases
	pgTools,
	psql,
	mysql,
	mysqlTools,
	duckdb,
	sqlite3,
	redisCli,
	mongosh,
	migrations,
	// files
	file,
	...listing,
	tree,
	...copying,
	dd,
	...making,
	...splitting,
	find,
	...searching,
	...archives,
	tar,
	...fileTools,
	...otherWriters,
	documents,
	media,
	// text
	awk,
	sed,
	jq,
	yq,
	...grep,
	rg,
	checksums,
	...converting,
	...readers,
	shuf,
	sort,
	uniq,
	xxd,
	...diff,
	patch,
	date,
	...printing,
	...man,
	...pagers,
	...editors,
	// network
	curl,
	wget,
	...ssh,
	rsync,
	httpClients,
	httpie,
	gpg,
	openssl,
	...network,
	// system
	brew,
	...systemPackages,
	...system,
	...machine,
	...processes,
	// launchers
	...shells,
	...launchers,
	...xargs,
	...privileges,
	agents,
	...shellBuiltIns,
];

/** The small languages that an option or operand may hold, by the name of its role. */
export const TEXT_ANALYSERS: Readonly<Record<"sed-script" | "awk-program" | "jq-filter", Analyser>> = {
	"sed-script": sedScript,
	"awk-program": awkProgram,
	"jq-filter": jqFilter,
};

const byName = new Map(PROGRAMS.flatMap((table) => table.names.map((name) => [name, table] as const)));

/** The table of a program, by its base name. */
export function findProgram(name: string): ProgramTable | undefined {
	return byName.get(name) ?? (name.startsWith("git-") ? gitProgram(name) : undefined);
}
