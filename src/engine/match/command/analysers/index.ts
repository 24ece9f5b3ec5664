import type { Analyser } from "../analyser.ts";
import { anyOperandChanges } from "./any-operand-changes.ts";
import { apiAddress } from "./api-address.ts";
import { ar } from "./ar.ts";
import { awkProgram } from "./awk-program.ts";
import { awsOperation, cloudOperation } from "./cloud-operation.ts";
import { codeOperands, codeOrResponseOperands, moduleOperands } from "./code-operands.ts";
import { colonPairs } from "./colon-pairs.ts";
import { comparedTrees } from "./compared-trees.ts";
import { compilerOutput, linkerOutput, rustcOutput } from "./compiler-output.ts";
import { compressedNames, compressedNamesWithoutList, unpackedNames } from "./compressed-names.ts";
import { copiedNames } from "./copied-names.ts";
import { cpio } from "./cpio.ts";
import { crontab } from "./crontab.ts";
import { csplit } from "./csplit.ts";
import { curl } from "./curl.ts";
import { date } from "./date.ts";
import { dd } from "./dd.ts";
import { dig } from "./dig.ts";
import { downloads } from "./downloads.ts";
import { editor } from "./editor.ts";
import { entr } from "./entr.ts";
import { exiftool } from "./exiftool.ts";
import { find } from "./find.ts";
import { flock } from "./flock.ts";
import { foreignArchive } from "./foreign-archive.ts";
import { ghClone, ghDownloads } from "./gh-downloads.ts";
import { gitApply } from "./git-apply.ts";
import { gitCatFile } from "./git-cat-file.ts";
import { gitClone } from "./git-clone.ts";
import { gitConfig, gitConfigSet } from "./git-config.ts";
import { gitDiff } from "./git-diff.ts";
import { gitFetch } from "./git-fetch.ts";
import { gitFormatPatch } from "./git-format-patch.ts";
import { gitPathspecs } from "./git-pathspecs.ts";
import { GIT_PROGRAMS } from "./git-program.ts";
import { gitPush } from "./git-push.ts";
import { gitRemote } from "./git-remote.ts";
import { gitStashList, gitStashShow } from "./git-stash.ts";
import { gitUrls } from "./git-urls.ts";
import { gpg } from "./gpg.ts";
import { httpie } from "./httpie.ts";
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
import { mlr } from "./mlr.ts";
import { msbuildSwitches } from "./msbuild-switches.ts";
import { mysqlText } from "./mysql-text.ts";
import { namedInside } from "./named-inside.ts";
import { npmPackages } from "./npm-packages.ts";
import { openssl } from "./openssl.ts";
import { otherRepository } from "./other-repository.ts";
import { parallel } from "./parallel.ts";
import { patch } from "./patch.ts";
import { pipPackages } from "./pip-packages.ts";
import { protoc } from "./protoc.ts";
import { ps } from "./ps.ts";
import { psqlText } from "./psql-text.ts";
import { redisCommand } from "./redis-command.ts";
import { remoteCopy } from "./remote-copy.ts";
import { responseFiles } from "./response-files.ts";
import { rsync } from "./rsync.ts";
import { script } from "./script.ts";
import { scriptFile } from "./script-file.ts";
import { secondOperand } from "./second-operand.ts";
import { sedBackups } from "./sed-backups.ts";
import { sedScript } from "./sed-script.ts";
import { service } from "./service.ts";
import { sevenZip } from "./seven-zip.ts";
import { foreignShellArguments, shellArguments } from "./shell-arguments.ts";
import { socat } from "./socat.ts";
import { split } from "./split.ts";
import { sqliteText } from "./sqlite-text.ts";
import { ssh } from "./ssh.ts";
import { tags } from "./tags.ts";
import { tar } from "./tar.ts";
import { testCondition } from "./test-condition.ts";
import { textBrowser } from "./text-browser.ts";
import { tree } from "./tree.ts";
import { unzip } from "./unzip.ts";
import { urls } from "./urls.ts";
import { wget } from "./wget.ts";
import { writtenHere } from "./written-here.ts";
import { xargs } from "./xargs.ts";
import { xmlSources } from "./xml-sources.ts";
import { yq } from "./yq.ts";
import { zip } from "./zip.ts";

/** Every analyser by the name that tables call it. */
export const ANALYSERS: Readonly<Record<string, Analyser>> = {
	...GIT_PROGRAMS,
	"any-operand-changes": anyOperandChanges,
	"api-address": apiAddress,
	ar,
	"awk-program": awkProgram,
	"aws-operation": awsOperation,
	"cloud-operation": cloudOperation,
	"code-operands": codeOperands,
	"code-or-response-operands": codeOrResponseOperands,
	"compressed-names": compressedNames,
	"compressed-names-without-list": compressedNamesWithoutList,
	"colon-pairs": colonPairs,
	"compared-trees": comparedTrees,
	"compiler-output": compilerOutput,
	"copied-names": copiedNames,
	cpio,
	crontab,
	csplit,
	curl,
	date,
	dd,
	dig,
	downloads,
	editor,
	entr,
	exiftool,
	find,
	flock,
	"foreign-archive": foreignArchive,
	"foreign-shell-arguments": foreignShellArguments,
	"gh-clone": ghClone,
	"gh-downloads": ghDownloads,
	"git-apply": gitApply,
	"git-cat-file": gitCatFile,
	"git-clone": gitClone,
	"git-config": gitConfig,
	"git-config-set": gitConfigSet,
	"git-diff": gitDiff,
	"git-fetch": gitFetch,
	"git-format-patch": gitFormatPatch,
	"git-pathspecs": gitPathspecs,
	"git-push": gitPush,
	"git-remote": gitRemote,
	"git-stash-list": gitStashList,
	"git-stash-show": gitStashShow,
	"git-urls": gitUrls,
	httpie,
	"input-is-code": inputIsCode,
	gpg,
	ip,
	"joined-shell": joinedShell,
	"jq-filter": jqFilter,
	less,
	"linker-output": linkerOutput,
	ln,
	make,
	man,
	"maven-goals": mavenGoals,
	mktemp,
	mlr,
	"module-operands": moduleOperands,
	"msbuild-switches": msbuildSwitches,
	"mysql-text": mysqlText,
	"named-inside": namedInside,
	"npm-packages": npmPackages,
	openssl,
	"other-repository": otherRepository,
	parallel,
	patch,
	"pip-packages": pipPackages,
	protoc,
	ps,
	"psql-text": psqlText,
	"redis-command": redisCommand,
	"remote-copy": remoteCopy,
	"response-files": responseFiles,
	rsync,
	"rustc-output": rustcOutput,
	script,
	"script-file": scriptFile,
	"second-operand": secondOperand,
	"sed-backups": sedBackups,
	"sed-script": sedScript,
	service,
	"seven-zip": sevenZip,
	"shell-arguments": shellArguments,
	socat,
	split,
	"sqlite-text": sqliteText,
	ssh,
	tags,
	tar,
	test: testCondition,
	"text-browser": textBrowser,
	tree,
	"unpacked-names": unpackedNames,
	unzip,
	urls,
	wget,
	"written-here": writtenHere,
	xargs,
	"xml-sources": xmlSources,
	yq,
	zip,
};
