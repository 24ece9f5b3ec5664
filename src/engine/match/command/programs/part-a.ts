import type { ProgramTable } from "../program-table.ts";
import { agents } from "./agents.ts";
import { ansible } from "./ansible.ts";
import { ansibleTools } from "./ansible-tools.ts";
import { ansibleVault } from "./ansible-vault.ts";
import { aws } from "./aws.ts";
import { az } from "./az.ts";
import { bazel } from "./bazel.ts";
import { biome } from "./biome.ts";
import { black } from "./black.ts";
import { brew } from "./brew.ts";
import { bun } from "./bun.ts";
import { bundle } from "./bundle.ts";
import { bundlers } from "./bundlers.ts";
import { cargo } from "./cargo.ts";
import { cmake } from "./cmake.ts";
import { composer } from "./composer.ts";
import { concurrently } from "./concurrently.ts";
import { coverage } from "./coverage.ts";
import { ctest } from "./ctest.ts";
import { cypress } from "./cypress.ts";
import { debuggers } from "./debuggers.ts";
import { deno } from "./deno.ts";
import { docker } from "./docker.ts";
import { dockerCompose } from "./docker-compose.ts";
import { dotnet } from "./dotnet.ts";
import { duckdb } from "./duckdb.ts";
import { envManagers } from "./env-managers.ts";
import { eslint } from "./eslint.ts";
import { formatters } from "./formatters.ts";
import { cpp, gcc } from "./gcc.ts";
import { gcloud } from "./gcloud.ts";
import { gem } from "./gem.ts";
import { gh } from "./gh.ts";
import { git } from "./git.ts";
import { glab } from "./glab.ts";
import { go } from "./go.ts";
import { goCheckers } from "./go-checkers.ts";
import { gofmt } from "./gofmt.ts";
import { golangciLint } from "./golangci-lint.ts";
import { gradle } from "./gradle.ts";
import { helm } from "./helm.ts";
import { hg } from "./hg.ts";
import { httpClients, httpie } from "./http-clients.ts";
import { java } from "./java.ts";
import { javac } from "./javac.ts";
import { jest } from "./jest.ts";
import { jsLaunchers } from "./js-launchers.ts";
import { just } from "./just.ts";
import { jvmBuilders } from "./jvm-builders.ts";
import { kubectl } from "./kubectl.ts";
import { linters } from "./linters.ts";
import { machines } from "./machines.ts";
import { make } from "./make.ts";
import { documents, media } from "./media.ts";
import { meson } from "./meson.ts";
import { migrations } from "./migrations.ts";
import { mix } from "./mix.ts";
import { mocha } from "./mocha.ts";
import { mongosh } from "./mongosh.ts";
import { monorepoRunners } from "./monorepo-runners.ts";
import { mvn } from "./mvn.ts";
import { mypy } from "./mypy.ts";
import { mysql } from "./mysql.ts";
import { mysqlTools } from "./mysql-tools.ts";
import { ninja } from "./ninja.ts";
import { node } from "./node.ts";
import { nodemon } from "./nodemon.ts";
import { notebooks } from "./notebooks.ts";
import { nox } from "./nox.ts";
import { npm } from "./npm.ts";
import { npx } from "./npx.ts";
import { otherInterpreters } from "./other-interpreters.ts";
import { otherLinters } from "./other-linters.ts";
import { perf } from "./perf.ts";
import { pgTools } from "./pg-tools.ts";
import { php } from "./php.ts";
import { phpTools } from "./php-tools.ts";
import { pip } from "./pip.ts";
import { pipx } from "./pipx.ts";
import { playwright } from "./playwright.ts";
import { pm2 } from "./pm2.ts";
import { pnpm } from "./pnpm.ts";
import { poetry } from "./poetry.ts";
import { preCommit } from "./pre-commit.ts";
import { prettier } from "./prettier.ts";
import { profilers } from "./profilers.ts";
import { psql } from "./psql.ts";
import { pytest } from "./pytest.ts";
import { python, pythonModules } from "./python.ts";
import { pythonLinters } from "./python-linters.ts";
import { rails } from "./rails.ts";
import { rake } from "./rake.ts";
import { redisCli } from "./redis-cli.ts";
import { rspec } from "./rspec.ts";
import { rubocop } from "./rubocop.ts";
import { ruby } from "./ruby.ts";
import { ruff } from "./ruff.ts";
import { rustc } from "./rustc.ts";
import { rustfmt } from "./rustfmt.ts";
import { rustup } from "./rustup.ts";
import { scriptRunners } from "./script-runners.ts";
import { shfmt } from "./shfmt.ts";
import { sqlite3 } from "./sqlite3.ts";
import { svn } from "./svn.ts";
import { terraform, terragrunt } from "./terraform.ts";
import { tox } from "./tox.ts";
import { tracers } from "./tracers.ts";
import { tsNode } from "./ts-node.ts";
import { tsc } from "./tsc.ts";
import { uv, uvx } from "./uv.ts";
import { vagrant } from "./vagrant.ts";
import { vitest } from "./vitest.ts";
import { yarn } from "./yarn.ts";

/** The tables of version control, package managers, compilers, test runners, containers, clouds, databases and agents. */
export const partA: readonly ProgramTable[] = [
	git,
	gh,
	glab,
	hg,
	svn,
	npm,
	npx,
	pnpm,
	yarn,
	bun,
	node,
	deno,
	tsNode,
	nodemon,
	tsc,
	eslint,
	prettier,
	biome,
	otherLinters,
	vitest,
	jest,
	mocha,
	playwright,
	cypress,
	bundlers,
	monorepoRunners,
	jsLaunchers,
	concurrently,
	scriptRunners,
	pm2,
	python,
	...pythonModules,
	pip,
	pytest,
	ruff,
	mypy,
	black,
	pythonLinters,
	tox,
	nox,
	coverage,
	uv,
	uvx,
	poetry,
	pipx,
	notebooks,
	cargo,
	rustc,
	rustfmt,
	rustup,
	go,
	gofmt,
	golangciLint,
	goCheckers,
	make,
	just,
	cmake,
	ctest,
	ninja,
	meson,
	bazel,
	gcc,
	cpp,
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
	mix,
	otherInterpreters,
	docker,
	dockerCompose,
	kubectl,
	helm,
	terraform,
	terragrunt,
	aws,
	gcloud,
	az,
	psql,
	pgTools,
	mysql,
	mysqlTools,
	sqlite3,
	duckdb,
	redisCli,
	mongosh,
	migrations,
	debuggers,
	tracers,
	profilers,
	perf,
	ansible,
	ansibleTools,
	ansibleVault,
	vagrant,
	machines,
	preCommit,
	brew,
	envManagers,
	linters,
	...formatters,
	shfmt,
	documents,
	media,
	httpClients,
	httpie,
	agents,
];
