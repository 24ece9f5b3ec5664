import type { ProgramTable } from "../program-table.ts";
import { agents } from "./agents.ts";
import { aws, az, gcloud } from "./aws.ts";
import { biome } from "./biome.ts";
import { bun } from "./bun.ts";
import { cargo } from "./cargo.ts";
import { duckdb, migrations, mongosh, mysql, mysqlTools, pgTools, psql, redisCli, sqlite3 } from "./databases.ts";
import { gdb, perf, profilers, strace } from "./debuggers.ts";
import { deno } from "./deno.ts";
import { docker } from "./docker.ts";
import { dockerCompose } from "./docker-compose.ts";
import { brew, envManagers, httpClients, just, linters, media, notebooks, preCommit, shfmt } from "./developer-tools.ts";
import { dotnet } from "./dotnet.ts";
import { eslint } from "./eslint.ts";
import { gcc } from "./gcc.ts";
import { gh } from "./gh.ts";
import { git } from "./git.ts";
import { glab } from "./glab.ts";
import { go } from "./go.ts";
import { goCheckers, gofmt, golangciLint } from "./go-tools.ts";
import { helm } from "./helm.ts";
import { hg } from "./hg.ts";
import { java, javac } from "./java.ts";
import { jest } from "./jest.ts";
import { bundlers, concurrently, cypress, jsLaunchers, mocha, monorepoRunners, nodemon, otherLinters, playwright, pm2, scriptRunners, tsNode } from "./js-runners.ts";
import { gradle, jvmBuilders, mvn } from "./jvm-builds.ts";
import { kubectl } from "./kubectl.ts";
import { make } from "./make.ts";
import { bazel, cmake, ctest, meson, ninja } from "./native-builds.ts";
import { mix } from "./mix.ts";
import { node } from "./node.ts";
import { npm } from "./npm.ts";
import { npx } from "./npx.ts";
import { ansible, ansibleTools, ansibleVault, machines, vagrant } from "./operations.ts";
import { composer, php, phpTools } from "./php.ts";
import { pip } from "./pip.ts";
import { pnpm } from "./pnpm.ts";
import { prettier } from "./prettier.ts";
import { pytest } from "./pytest.ts";
import { python, pythonModules } from "./python.ts";
import { black, coverage, mypy, nox, pipx, poetry, pythonLinters, ruff, tox, uv, uvx } from "./python-tools.ts";
import { bundle, gem, rails, rake, rspec, rubocop, ruby } from "./ruby.ts";
import { rustc, rustfmt, rustup } from "./rust-tools.ts";
import { svn } from "./svn.ts";
import { terraform, terragrunt } from "./terraform.ts";
import { tsc } from "./tsc.ts";
import { vitest } from "./vitest.ts";
import { yarn } from "./yarn.ts";

/** The tables of version control, package managers, compilers, test runners, containers, clouds, databases and agents. */
export const partA: readonly ProgramTable[] = [
	git,
	npm,
	npx,
	pnpm,
	yarn,
	bun,
	node,
	deno,
	tsc,
	eslint,
	prettier,
	biome,
	vitest,
	jest,
	mocha,
	playwright,
	cypress,
	tsNode,
	nodemon,
	bundlers,
	monorepoRunners,
	jsLaunchers,
	concurrently,
	scriptRunners,
	pm2,
	otherLinters,
	python,
	...pythonModules,
	pip,
	pytest,
	ruff,
	black,
	mypy,
	pythonLinters,
	tox,
	nox,
	uv,
	uvx,
	poetry,
	pipx,
	coverage,
	cargo,
	rustc,
	rustfmt,
	rustup,
	go,
	gofmt,
	golangciLint,
	goCheckers,
	make,
	cmake,
	ctest,
	ninja,
	meson,
	bazel,
	gcc,
	java,
	javac,
	mvn,
	gradle,
	jvmBuilders,
	ruby,
	bundle,
	gem,
	rake,
	rspec,
	rubocop,
	rails,
	php,
	composer,
	phpTools,
	dotnet,
	docker,
	dockerCompose,
	kubectl,
	helm,
	terraform,
	terragrunt,
	gh,
	glab,
	aws,
	gcloud,
	az,
	hg,
	svn,
	psql,
	pgTools,
	mysql,
	mysqlTools,
	sqlite3,
	duckdb,
	redisCli,
	mongosh,
	migrations,
	gdb,
	strace,
	profilers,
	perf,
	ansible,
	ansibleTools,
	ansibleVault,
	vagrant,
	machines,
	agents,
	mix,
	brew,
	envManagers,
	httpClients,
	just,
	linters,
	media,
	notebooks,
	preCommit,
	shfmt,
];
