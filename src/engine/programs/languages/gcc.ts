import { type AnalyserFinding, access, distinct } from "../analyser.ts";
import { responseFiles, responseFilesOrUnknown } from "../operand-analysers.ts";
import { changes, loads, plain, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";

const prefixed = (row: OptionRow): OptionRow => ({ ...row, prefix: true });

/** SECURITY: gcc takes `--name` for `-fname`, `--warn-name` for `-Wname`, and two dashes for one ([programs-found-compilers]). */
const everySpelling = (row: OptionRow): OptionRow => ({
	...prefixed(row),
	names: row.names.flatMap((name) => {
		if (name.startsWith("-f")) return [name, `-${name}`, `--${name.slice(2)}`];
		return name.startsWith("-W") ? [name, `-${name}`, `--warn-${name.slice(2)}`] : [name, `-${name}`];
	}),
});

const responses = { analyser: responseFilesOrUnknown } as const;
const plugin = loads("--plugin <library>", "loads this plug-in");

/** Options of a C compiler that choose a language, a warning or a machine, and neither name a file nor make one. */
const COMPILER_FLAGS = [
	"-W[\\w+=-]*",
	"-w|-c|-S|-E|-v|-###|-P|-C|-CC|-H|-M|-MM|-MD|-MMD|-MP|-MG|-Q|-s|-r|-g|-O|-p|-pg|-ansi|-pipe|-rdynamic|-pie|-no-pie|-nostdlib|-nostdinc",
	"-nostdinc\\+\\+|-nodefaultlibs|-nostartfiles|-nolibc|-static-[\\w+]+|-shared-libgcc|-traditional(?:-cpp)?|-trigraphs|-undef|-symbolic",
	"-o.+|-M[FJTQ].+|-[DU].+|-[ILF].+|-[lx][\\w.+-]+|-u\\w+",
	"-g(?:\\d|gdb\\d?|dwarf(?:-\\d)?|line-tables-only|column-info|z|pubnames|split-dwarf=single)|-O(?:\\d|s|z|g|fast)",
	"-m(?!llvm)[a-z\\d][\\w.-]*(?:=[\\w.,+-]*)?",
	"-std=.*|-pedantic(?:-errors)?|-pthreads?|-dM|-dD|-dI|-dN|-dU",
	"-(?:version|help|target-help|dumpversion|dumpmachine|dumpfullversion|print-[a-z-]+(?:=[\\w.+-]+)?|all-warnings|optimize|debug|verbose)",
	"-(?:help|stdlib|rtlib|unwindlib|target|x|param|language)=[\\w,^.+-]+",
	`-f(?:no-)?(?:${[
		"PIC|pic|PIE|pie|plt|common|exceptions|non-call-exceptions|rtti|short-enums|short-wchar|signed-char|unsigned-char|signed-bitfields",
		"inline(?:-[\\w-]+)?(?:=\\d+)?|omit-frame-pointer|optimize-sibling-calls|strict-aliasing|strict-overflow|strict-enums|wrapv|trapv",
		"stack-protector(?:-\\w+)?|stack-clash-protection|stack-check|cf-protection(?:=\\w+)?|hardened|sanitize(?:-recover|-trap)?=[\\w,-]+",
		"data-sections|function-sections|merge-constants|merge-all-constants|math-errno|fast-math|finite-math-only|signed-zeros|trapping-math",
		"associative-math|reciprocal-math|rounding-math|unsafe-math-optimizations|fp-contract=\\w+|excess-precision=\\w+|ffp-model=\\w+",
		"unroll-(?:all-)?loops|peel-loops|vectorize|slp-vectorize|tree-[a-z-]+|ipa-[a-z-]+|gcse[a-z-]*|delete-null-pointer-checks",
		"asynchronous-unwind-tables|unwind-tables|visibility=\\w+|visibility-inlines-hidden|visibility-ms-compat|semantic-interposition",
		"builtin(?:-\\w+)?|freestanding|hosted|gnu89-inline|ms-extensions|permissive|char8_t|concepts|coroutines|sized-deallocation",
		"aligned-new(?:=\\d+)?|threadsafe-statics|use-cxa-atexit|openmp(?:-simd)?|openacc|lto(?:=(?:auto|full|thin|\\d+))?|fat-lto-objects",
		"diagnostics-color(?:=\\w+)?|color-diagnostics|ansi-escape-codes|diagnostics-show-[a-z-]+(?:=\\w+)?|caret-diagnostics|max-errors=\\d+",
		"diagnostics-format=(?:text|json|json-stderr|sarif-stderr|clang|gcc)|error-limit=\\d+|message-length=\\d+|template-depth=\\d+",
		"template-backtrace-limit=\\d+|constexpr-[a-z-]+=\\d+|bracket-depth=\\d+|show-column|show-source-location|verbose-asm|ident|leading-underscore",
		"syntax-only|analyzer|strict-flex-arrays(?:=\\d)?|zero-initialized-in-bss|zero-call-used-regs=[\\w-]+|trivial-auto-var-init=\\w+",
		"debug-types-section|standalone-debug|limit-debug-info|eliminate-unused-debug-types|blocks|objc-arc|objc-exceptions|declspec",
		"implicit-none|free-form|fixed-form|default-real-8|default-integer-8|backtrace|bounds-check|check=[\\w,-]+|recursive|range-check",
		"(?:free|fixed)-line-length-(?:\\d+|none)|allow-argument-mismatch|dollars-in-identifiers|extended-identifiers|input-charset=[\\w-]+|exec-charset=[\\w-]+",
		"(?:file|macro|debug)-prefix-map=.*|align-[a-z-]+(?:=[\\d:]+)?|reorder-[a-z-]+|schedule-insns2?|split-stack|stack-limit|keep-[a-z-]+|lifetime-dse(?:=\\d)?",
	].join("|")})`,
].join("|");

/** SECURITY: `-l:../x` names a file, wherever it is. */
const library: OptionRow = { ...loads("-l <library>", "names a file instead of a library"), unless: "[\\w.+-]+" };

/** Options of a linker that neither name a file nor make one. */
const LINKER_FLAGS = [
	"-(?:r|s|S|x|X|g|d|dc|dp|E|i|N|n|q|t|v|V|M|O\\d?|EB|EL|Bstatic|Bdynamic|Bsymbolic(?:-functions)?|dn|dy|call_shared|non_shared|static|shared|pie|no-pie)",
	"-(?:nostdlib|relocatable|strip-all|strip-debug|discard-all|discard-locals|gc-sections|no-gc-sections|print-gc-sections|export-dynamic)",
	"-(?:as-needed|no-as-needed|whole-archive|no-whole-archive|start-group|end-group|no-undefined|allow-multiple-definition|demangle|no-demangle)",
	"-(?:build-id|hash-style|sort-section|unresolved-symbols|entry|defsym|Ttext|Tdata|Tbss)=[\\w.+-]+|-(?:build-id|eh-frame-hdr|no-eh-frame-hdr|relax|no-relax)",
	"-(?:fatal-warnings|no-fatal-warnings|warn-[a-z-]+|no-warn-[a-z-]+|verbose|version|help|stats|trace|print-map|color-diagnostics|omagic|nmagic|icf=\\w+)",
	"-o.+|-L.+|-l[\\w.+-]+|-m\\w+|-z[a-z-]+|-[eu]\\w+|-\\(|-\\)",
].join("|");

/** Programs that take object files apart or put them together; all of them replace `@file` by the words in the file. */
export const binaries: readonly ProgramTable[] = [
	{
		names: ["strings", "gstrings"],
		operands: "read",
		...responses,
		options: plain(
			"-n --bytes <number>",
			"-t --radix <radix>",
			"-e --encoding <encoding>",
			"-U --unicode <how>",
			"-T --target <name>",
			"-s --output-separator <text>",
		),
	},
	{ names: ["nm", "size", "ldd", "readelf", "otool", "lipo", "llvm-nm", "gcc-nm"], operands: "read", ...responses, options: [plugin] },
	{
		names: ["objdump", "llvm-objdump"],
		operands: "read",
		...responses,
		options: [
			plugin,
			...plain("-j --section <name>", "-M --disassembler-options <options>", "-b --target <name>", "-m --architecture <name>"),
		],
	},
	{ names: ["addr2line"], operands: "data", ...responses, options: [{ names: ["-e", "--exe"], value: "required", is: "read" }] },
	{ names: ["c++filt"], operands: "data", ...responses, options: plain("-s --format <style>") },
	{
		names: ["objcopy", "llvm-objcopy"],
		operands: "write",
		...responses,
		options: [
			plugin,
			changes("--dump-section <section-and-file>", "writes a section to this file"),
			changes("--extract-dwo --extract-symbol --split-dwo <file>", "writes another file"),
			loads("-i --interleave --redefine-syms --keep-symbols --strip-symbols <file>", "takes names from this file"),
			{ names: ["--add-section", "--update-section", "--add-gnu-debuglink"], value: "required", is: "maybe-read" },
			...plain(
				"-I --input-target <format>",
				"-O --output-target <format>",
				"-B --binary-architecture <name>",
				"-j --only-section <name>",
				"-R --remove-section <name>",
				"-K --keep-symbol <name>",
				"-N --strip-symbol <name>",
				"--set-section-flags <flags>",
				"--rename-section <names>",
			),
		],
	},
	{
		names: ["ld", "ld.bfd", "ld.gold", "ld.lld", "gold", "lld", "mold", "ld64.lld", "wasm-ld"],
		style: "long-dash",
		abbreviations: false,
		operands: "maybe-read",
		analyser: linkerOutput,
		analysesWords: true,
		closedOptions: LINKER_FLAGS,
		options: [
			writes("-o --output <file>", "writes the output"),
			...["-plugin", "--plugin", "-load-pass-plugin", "--load-pass-plugin"].map((name) => prefixed(loads(name, "loads this plug-in"))),
			...["-T", "--script", "-script", "-dT", "--default-script", "-c", "--mri-script", "--version-script", "--dynamic-list"].map((name) =>
				prefixed(loads(name, "loads a script of the linker")),
			),
			...["-Map", "--Map", "--out-implib", "--dependency-file", "--reproduce", "--save-temps", "-save-temps", "--cref", "--thinlto"].map(
				(name) => prefixed(changes(name, "writes files")),
			),
			library,
			...plain(
				"-z <keyword>",
				"-u <symbol>",
				"-L <directory>",
				"-m <emulation>",
				"-e <symbol>",
				"-rpath <directory>",
				"-soname <name>",
				"-dynamic-linker <file>",
			),
		],
	},
	{
		names: ["as", "gas", "nasm", "yasm"],
		style: "long-dash",
		abbreviations: false,
		operands: "maybe-read",
		analyser: linkerOutput,
		analysesWords: true,
		options: [
			writes("-o --output <file>", "writes the output"),
			writes("-MD --MD -MF -l -E -Z <file>", "writes a file"),
			prefixed(changes("-a", "writes a listing")),
			loads("-p -P -s <file>", "loads a file first"),
			...plain("-I <directory>", "-f <format>", "-D <macro>"),
		],
	},
];

/** C compilers: they write files, load plug-ins and start the other parts of the tool chain. */
export const gcc: ProgramTable = {
	names: ["gcc", "g++", "cc", "c++", "clang", "clang++", "gfortran", "tcc", "zig-cc", "emcc"],
	style: "long-dash",
	abbreviations: false,
	operands: "maybe-read",
	analyser: compilerOutput,
	analysesWords: true,
	closedOptions: COMPILER_FLAGS,
	options: [
		writes("-o --output <file>", "writes the output"),
		...[
			loads("-fcompare-debug", "its value is further options, which load code"),
			loads("-fplugin", "loads code"),
			loads("-fpass-plugin", "loads code"),
			loads("-specs", "names the programs of the tool chain"),
			loads("-gcc-toolchain", "takes the programs of the tool chain from another place"),
			loads("-config", "loads options from a file"),
			loads("-Wl,", "options of the linker write files and load code"),
			loads("-Wa,", "options of the assembler"),
			loads("-Wp,", "options of the preprocessor write files"),
			loads("-fauto-profile", "loads a profile"),
			loads("-ivfsoverlay", "puts other files in the place of those named"),
			runs("-wrapper", "runs the parts of the tool chain with this program"),
			runs("-fmodule-mapper", "runs this program, or asks a service, where modules are"),
			runs("-ld-path", "runs this program as the linker"),
			runs("-run", "runs what it has compiled"),
			changes("-fdump-", "writes files"),
			changes("-ftime-trace", "writes a file"),
			changes("-fprofile-", "writes files"),
			changes("-save-temps", "writes files"),
			changes("-fopt-info", "writes files"),
			changes("-fcallgraph-info", "writes files"),
			changes("-fdiagnostics-add-output", "writes files"),
			changes("-fdiagnostics-set-output", "writes files"),
			changes("-fdiagnostics-format=sarif-file", "writes files"),
			changes("-fdiagnostics-format=json-file", "writes files"),
			changes("-fstack-usage", "writes files"),
			changes("-ftest-coverage", "writes files"),
			changes("-fsave-optimization-record", "writes files"),
			changes("-foptimization-record-file", "writes files"),
			changes("-fmodules-cache-path", "writes files"),
			changes("-fmodule-output", "writes files"),
			changes("-fcrash-diagnostics", "writes files"),
			changes("-index-store-path", "writes files"),
		].map(everySpelling),
		...["-B", "--prefix"].map((name) => prefixed(loads(name, "takes the programs of the tool chain from another place"))),
		...["--for-assembler", "--for-linker"].map((name) => prefixed(loads(name, "options of the assembler or the linker"))),
		{ ...runs("-fuse-ld --use-ld [name]", "runs this program as the linker"), except: ["bfd", "gold", "lld", "mold"] },
		loads("-Xlinker <option>", "options of the linker"),
		loads("-Xassembler <option>", "options of the assembler"),
		loads("-Xpreprocessor <option>", "options of the preprocessor"),
		loads("-Xclang <option>", "options of the compiler load code"),
		loads("-mllvm <option>", "options of the compiler load code"),
		loads("-load <file>", "loads code"),
		prefixed(loads("-T", "loads a script of the linker")),
		writes("-MF <file>", "writes a file"),
		writes("-MJ <file>", "writes a file"),
		writes("-time [file]", "writes a file"),
		writes("-dumpdir <prefix>", "writes files"),
		writes("-dumpbase <name>", "writes files"),
		writes("-dumpbase-ext <ending>", "writes files"),
		changes("--coverage -coverage", "writes files"),
		changes("-gen-reproducer", "writes files"),
		writes("-aux-info <file>", "writes a file"),
		writes("-serialize-diagnostics --serialize-diagnostics <file>", "writes a file"),
		library,
		// The name may be joined; when it is not, it is read as an operand.
		{ names: ["-include", "--include", "-imacros", "--imacros"], prefix: true, is: "maybe-read" },
		...plain(
			"-I <directory>",
			"-L <directory>",
			"-D <macro>",
			"-U <macro>",
			"-x <language>",
			"-isystem <directory>",
			"-iquote <directory>",
			"-idirafter <directory>",
			"-isysroot <directory>",
			"--sysroot <directory>",
			"-target <triple>",
			"-arch <name>",
			"-MT <target>",
			"-MQ <target>",
			"-framework <name>",
			"-u <symbol>",
			"-z <keyword>",
			"--param <setting>",
			"-Wall",
			"-Wextra",
			"-Werror",
			"-std [standard]",
			"-fsyntax-only",
			"-pedantic",
			"-shared",
			"-static",
			"-pthread",
		),
	],
};

/** cpp: prints, or writes its second operand. */
export const cpp: ProgramTable = {
	...gcc,
	names: ["cpp"],
	operands: "filter",
	analyser: (words) => [...responseFiles(words), ...joinedFiles(words)],
};

/** Reads the words of a C compiler: without `-o` it writes `a.out`, or a file that is called like the source, where it stands. */
export function compilerOutput(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...responseFiles(words), ...joinedFiles(words), ...outputs(words)];
}

/** Options whose value may be joined to them, or stand behind `=`, and is a file that is written. */
const JOINED_WRITE = /^(?:-o|-M(?:F|J|M?D))=?([^=].*)$/s;
/** Options whose value is a directory in which files are looked for, joined or in the next word. */
const PLACE =
	/^--?(?:I|L|F|isystem(?:-after)?|iquote|idirafter|iframework|iprefix|iwithprefix(?:before)?|isysroot|imultilib|sysroot|cxx-isystem|iwithsysroot|include-(?:directory(?:-after)?|barrier|prefix|with-prefix(?:-before|-after)?)|library-directory|embed-dir|fprebuilt-module-path|fmodule-map-file|fmodule-file|working-directory)(?:=|(?=[^=])|$)(.*)$/s;
/** Where a compiler looks without being told. */
const SYSTEM = /^=|^\$SYSROOT|^\/(?:usr|opt)\/(?:(?!\.\.(?:\/|$)).)*$/s;

/** SECURITY: `-MFfile` is `-MF file` and `-Idir` is `-I dir`; names that are never clustered are not taken apart by the rows. */
function joinedFiles(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return words.flatMap((word, at): readonly AnalyserFinding[] => {
		const written = JOINED_WRITE.exec(word ?? "")?.[1];
		if (written !== undefined) return [access("write", written)];
		const joined = PLACE.exec(word ?? "")?.[1];
		const place = joined === "" ? words[at + 1] : joined;
		return typeof place !== "string" || SYSTEM.test(place) ? [] : [access("read", place)];
	});
}

/** Reads the words of rustc and rustdoc: without `-o` or `--out-dir` they write where they stand. */
export function rustcOutput(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const source = words.find((word) => word?.endsWith(".rs") === true);
	const placed = hasOutput(words) || words.some((word) => /^--(?:out-dir|print|explain|emit)(?:=|$)/.test(word ?? ""));
	return [...responseFiles(words), ...(source === undefined || source === null || placed ? [] : [access("write", stem(source))])];
}

/** Reads the words of a linker or assembler: without `-o` it writes `a.out`. */
export function linkerOutput(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [
		...responseFilesOrUnknown(words),
		...joinedFiles(words),
		...(hasOutput(words) || words.every((word) => word?.startsWith("-") === true) ? [] : [access("write", "a.out")]),
	];
}

const ONLY_LOOKS = /^(?:-E|-MM?|-fsyntax-only|--version|--help.*|-dump(?:version|machine|fullversion)|-print-.*|-###|--print-.*)$/;
const SOURCE = /\.(?:[cCmsSi]|cc|cp|cpp|cxx|c\+\+|mm|ii|f|f90|F90|for|cu|go|d)$/;

function outputs(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const sources = words.filter((word) => word !== null && !word.startsWith("-") && SOURCE.test(word)).map((word) => stem(word ?? ""));
	if (words.some((word) => ONLY_LOOKS.test(word ?? ""))) return [];
	const notes = words.some((word) => /^-M?MD$/.test(word ?? "")) ? sources.map((name) => access("write", `${name}.d`)) : [];
	if (hasOutput(words) || words.every((word) => word?.startsWith("-") === true)) return notes;
	const ending = words.includes("-c") ? "o" : words.includes("-S") ? "s" : null;
	return distinct([
		...notes,
		...(ending === null ? [access("write", "a.out")] : sources.map((name) => access("write", `${name}.${ending}`))),
	]);
}

function hasOutput(words: readonly (string | null)[]): boolean {
	return words.some((word) => /^--?o(?:utput)?(?:=|$)/.test(word ?? "") || /^-o[^=]/.test(word ?? ""));
}

function stem(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
}
