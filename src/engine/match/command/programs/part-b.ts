import type { ProgramTable } from "../program-table.ts";
import { archives } from "./archives.ts";
import { awk } from "./awk.ts";
import { binaries } from "./binaries.ts";
import { checksums } from "./checksums.ts";
import { converting } from "./converting.ts";
import { copying } from "./copying.ts";
import { curl } from "./curl.ts";
import { date } from "./date.ts";
import { dd } from "./dd.ts";
import { diff } from "./diff.ts";
import { editors } from "./editors.ts";
import { file } from "./file.ts";
import { fileTools } from "./file-tools.ts";
import { find } from "./find.ts";
import { gpg } from "./gpg.ts";
import { grep } from "./grep.ts";
import { interpreters } from "./interpreters.ts";
import { jq } from "./jq.ts";
import { launchers } from "./launchers.ts";
import { listing } from "./listing.ts";
import { machine } from "./machine.ts";
import { making } from "./making.ts";
import { man } from "./man.ts";
import { network } from "./network.ts";
import { openssl } from "./openssl.ts";
import { otherWriters } from "./other-writers.ts";
import { pagers } from "./pagers.ts";
import { patch } from "./patch.ts";
import { printing } from "./printing.ts";
import { privileges } from "./privileges.ts";
import { processes } from "./processes.ts";
import { readers } from "./readers.ts";
import { rg } from "./rg.ts";
import { rsync } from "./rsync.ts";
import { searching } from "./searching.ts";
import { sed } from "./sed.ts";
import { shells } from "./shells.ts";
import { shuf } from "./shuf.ts";
import { sort } from "./sort.ts";
import { splitting } from "./splitting.ts";
import { ssh } from "./ssh.ts";
import { system } from "./system.ts";
import { tar } from "./tar.ts";
import { tree } from "./tree.ts";
import { uniq } from "./uniq.ts";
import { wget } from "./wget.ts";
import { xargs } from "./xargs.ts";
import { xxd } from "./xxd.ts";
import { yq } from "./yq.ts";

/** The programs of every Unix machine: files, text, archives, launchers, shells, network, editors, the system itself. */
export const partB: readonly ProgramTable[] = [
	...archives,
	awk,
	...binaries,
	checksums,
	...converting,
	...copying,
	curl,
	date,
	dd,
	...diff,
	...editors,
	file,
	...fileTools,
	find,
	gpg,
	...grep,
	...interpreters,
	jq,
	...launchers,
	...listing,
	...machine,
	...making,
	...man,
	...network,
	openssl,
	...otherWriters,
	...pagers,
	patch,
	...printing,
	...privileges,
	...processes,
	...readers,
	rg,
	rsync,
	...searching,
	sed,
	...shells,
	shuf,
	sort,
	...splitting,
	...ssh,
	...system,
	tar,
	tree,
	uniq,
	wget,
	...xargs,
	xxd,
	yq,
];
