import type { Analyser } from "../analyser.ts";
import { anyOperandChanges } from "./any-operand-changes.ts";
import { apiAddress } from "./api-address.ts";
import { ar } from "./ar.ts";
import { awkProgram } from "./awk-program.ts";
import { awsOperation, cloudOperation } from "./cloud-operation.ts";
import { codeOperands, codeOrResponseOperands, moduleOperands } from "./code-operands.ts";
import { cpio } from "./cpio.ts";
import { crontab } from "./crontab.ts";
import { csplit } from "./csplit.ts";
import { curl } from "./curl.ts";
import { date } from "./date.ts";
import { dd } from "./dd.ts";
import { dig } from "./dig.ts";
import { editor } from "./editor.ts";
import { entr } from "./entr.ts";
import { find } from "./find.ts";
import { flock } from "./flock.ts";
import { gitDiff } from "./git-diff.ts";
import { gitPush } from "./git-push.ts";
import { gitUrls } from "./git-urls.ts";
import { gpg } from "./gpg.ts";
import { inputIsCode } from "./input-is-code.ts";
import { ip } from "./ip.ts";
import { joinedShell } from "./joined-shell.ts";
import { jqFilter } from "./jq-filter.ts";
import { less } from "./less.ts";
import { ln } from "./ln.ts";
import { make } from "./make.ts";
import { man } from "./man.ts";
import { mavenGoals } from "./maven-goals.ts";
import { mktemp } from "./mktemp.ts";
import { msbuildSwitches } from "./msbuild-switches.ts";
import { mysqlText } from "./mysql-text.ts";
import { npmPackages } from "./npm-packages.ts";
import { openssl } from "./openssl.ts";
import { parallel } from "./parallel.ts";
import { patch } from "./patch.ts";
import { pipPackages } from "./pip-packages.ts";
import { ps } from "./ps.ts";
import { psqlText } from "./psql-text.ts";
import { redisCommand } from "./redis-command.ts";
import { remoteCopy } from "./remote-copy.ts";
import { responseFiles } from "./response-files.ts";
import { rsync } from "./rsync.ts";
import { script } from "./script.ts";
import { scriptFile } from "./script-file.ts";
import { secondOperand } from "./second-operand.ts";
import { sedScript } from "./sed-script.ts";
import { service } from "./service.ts";
import { sevenZip } from "./seven-zip.ts";
import { foreignShellArguments, shellArguments } from "./shell-arguments.ts";
import { socat } from "./socat.ts";
import { split } from "./split.ts";
import { sqliteText } from "./sqlite-text.ts";
import { ssh } from "./ssh.ts";
import { tar } from "./tar.ts";
import { testCondition } from "./test-condition.ts";
import { tree } from "./tree.ts";
import { unzip } from "./unzip.ts";
import { urls } from "./urls.ts";
import { wget } from "./wget.ts";
import { xargs } from "./xargs.ts";
import { xmlSources } from "./xml-sources.ts";
import { yq } from "./yq.ts";
import { zip } from "./zip.ts";

/** Every analyser by the name that tables call it. */
export const ANALYSERS: Readonly<Record<string, Analyser>> = {
	"any-operand-changes": anyOperandChanges,
	"api-address": apiAddress,
	ar,
	"awk-program": awkProgram,
	"aws-operation": awsOperation,
	"cloud-operation": cloudOperation,
	"code-operands": codeOperands,
	"code-or-response-operands": codeOrResponseOperands,
	cpio,
	crontab,
	csplit,
	curl,
	date,
	dd,
	dig,
	editor,
	entr,
	find,
	flock,
	"foreign-shell-arguments": foreignShellArguments,
	"git-diff": gitDiff,
	"git-push": gitPush,
	"git-urls": gitUrls,
	"input-is-code": inputIsCode,
	gpg,
	ip,
	"joined-shell": joinedShell,
	"jq-filter": jqFilter,
	less,
	ln,
	make,
	man,
	"maven-goals": mavenGoals,
	mktemp,
	"module-operands": moduleOperands,
	"msbuild-switches": msbuildSwitches,
	"mysql-text": mysqlText,
	"npm-packages": npmPackages,
	openssl,
	parallel,
	patch,
	"pip-packages": pipPackages,
	ps,
	"psql-text": psqlText,
	"redis-command": redisCommand,
	"remote-copy": remoteCopy,
	"response-files": responseFiles,
	rsync,
	script,
	"script-file": scriptFile,
	"second-operand": secondOperand,
	"sed-script": sedScript,
	service,
	"seven-zip": sevenZip,
	"shell-arguments": shellArguments,
	socat,
	split,
	"sqlite-text": sqliteText,
	ssh,
	tar,
	test: testCondition,
	tree,
	unzip,
	urls,
	wget,
	xargs,
	"xml-sources": xmlSources,
	yq,
	zip,
};
