import { describe, expect, it } from "vitest";
import { findTool, readArguments, TOOLS, toolOf } from "./index.ts";

function read(tool: string, input: unknown) {
	const reading = readArguments(findTool(tool), input);
	if (!reading.ok) throw new Error(`${tool}: ${reading.why}`);
	return reading;
}

function refused(tool: string, input: unknown): string {
	const reading = readArguments(findTool(tool), input);
	return reading.ok ? "accepted" : reading.argument;
}

describe("reading the arguments of a call", () => {
	it("[policy-2-registry-arguments] finds read paths, write paths, commands, targets, hosts and profiles", () => {
		expect(read("Read", { file_path: "a.ts" }).reads).toEqual([{ argument: "file_path", value: "a.ts" }]);
		expect(read("Write", { file_path: "a.ts", content: "/etc/passwd" })).toMatchObject({ writes: [{ value: "a.ts" }], unchecked: [] });
		expect(read("Bash", { command: "git status" }).commands).toEqual([{ argument: "command", value: "git status" }]);
		expect(read("nexus_send", { agent_id: "a", content: "hi" }).targets).toEqual([{ argument: "agent_id", value: "a" }]);
		expect(read("WebFetch", { url: "https://a.example/x" }).hosts).toEqual([{ argument: "url", value: "https://a.example/x" }]);
		expect(read("Task", { subagent_type: "coder", prompt: "x" }).profiles).toEqual([{ argument: "subagent_type", value: "coder" }]);
	});

	it("[policy-2-argument-shape] refuses a known argument in an undeclared shape", () => {
		for (const value of [["a.ts"], { path: "a" }, 7, true, Symbol("a")]) expect(refused("Read", { file_path: value })).toBe("file_path");
		expect(refused("Bash", { command: ["git", "status"] })).toBe("command");
		expect(refused("shell", { command: "git status" })).toBe("command");
		expect(refused("shell", { command: ["git", 7] })).toBe("command");
		expect(refused("shell", { command: [] })).toBe("command");
		expect(refused("read_many_files", { paths: "a" })).toBe("paths");
		expect(refused("nexus_create", { agent_id: "a", allowed_write_paths: "src" })).toBe("allowed_write_paths");
		expect(refused("multiedit", { filePath: "a", edits: [{ filePath: ["b"] }] })).toBe("edits");
		expect(refused("multiedit", { filePath: "a", edits: "b" })).toBe("edits");
		expect(refused("Monitor", { ws: "wss://a.example" })).toBe("ws");
	});

	it("[policy-2-argument-shape] refuses a NUL in every text that is checked, of every tool", () => {
		for (const entry of TOOLS) {
			const uses = [...(entry.reads ?? []), ...(entry.writes ?? []), ...(entry.commands ?? []), ...(entry.hosts ?? [])];
			for (const written of uses) {
				const use = typeof written === "string" ? { argument: written } : written;
				for (const value of ["a\0b", ["a\0b"], [{ [use.field ?? ""]: "a\0b" }], { [use.field ?? ""]: "a\0b" }]) {
					expect(readArguments(entry, { [use.argument]: value }).ok, `${entry.name}.${use.argument}`).toBe(false);
				}
			}
		}
	});

	it("never calls a getter and never takes an inherited argument", () => {
		let called = false;
		const input = Object.defineProperty({}, "file_path", {
			enumerable: true,
			get() {
				called = true;
				return "a.ts";
			},
		});
		expect(refused("Read", input)).toBe("file_path");
		expect(called).toBe(false);
		expect(read("Read", Object.create({ file_path: "a.ts" })).reads).toEqual([]);
	});

	it("refuses arguments that are not an object", () => {
		for (const input of [null, undefined, "x", 1, ["x"]]) expect(readArguments(findTool("Read"), input).ok).toBe(false);
	});

	it("refuses a call that has arguments but not the one that is acted on", () => {
		expect(refused("Write", { filePath: "/etc/passwd", content: "x" })).toBe("file_path");
		expect(refused("Bash", { cmd: "rm -rf /" })).toBe("command");
		expect(refused("rename", { source: "a", dst: "/etc/b" })).toBe("destination");
		expect(refused("local_shell", { action: { command: ["sh"] } })).toBe("command");
	});

	it("takes null for left out, as clients that send every argument do", () => {
		expect(read("Grep", { pattern: "x", path: null }).reads).toEqual([{ argument: "path", value: ".", tree: true, implied: true }]);
	});

	it("acts on the working directory when a search names no place", () => {
		const implied = [{ argument: "path", value: ".", tree: true, implied: true }];
		expect(read("Grep", { pattern: "x" }).reads).toEqual(implied);
		expect(read("Grep", { pattern: "x", path: "" }).reads).toEqual(implied);
		expect(read("Grep", { pattern: "x", path: "src" }).reads).toEqual([{ argument: "path", value: "src", tree: true }]);
		expect(read("list_directory", { dir_path: "src" }).reads).toEqual([{ argument: "dir_path", value: "src" }]);
	});

	it("checks every spelling of an argument that is given", () => {
		expect(read("read_file", { path: "a", file_path: "/etc/passwd" }).reads.map((one) => one.value)).toEqual(["a", "/etc/passwd"]);
		expect(read("read_file", { absolute_path: "/a" }).reads.map((one) => one.value)).toEqual(["/a"]);
	});

	it("checks source and destination of a copy as read and write, and both of a move as write", () => {
		const paths = { source: "a", destination: "b" };
		expect(read("copy_file", paths)).toMatchObject({ reads: [{ value: "a" }], writes: [{ value: "b" }] });
		expect(read("rename", paths)).toMatchObject({ reads: [], writes: [{ value: "a" }, { value: "b" }] });
	});

	it("checks the path in every item of a list of objects", () => {
		expect(read("multiedit", { filePath: "a", edits: [{ filePath: "b" }, {}] }).writes.map((one) => one.value)).toEqual(["a", "b"]);
	});
});

describe("a glob pattern", () => {
	const values = (input: Record<string, string>) => read("Glob", input).reads.map((one) => one.value);

	it("is a path too: absolute, climbing, or below the place that the call names", () => {
		expect(values({ pattern: "**/*.ts" })).toEqual(["."]);
		expect(values({ pattern: "/etc/*.conf" })).toEqual([".", "/etc"]);
		expect(values({ pattern: "/*" })).toEqual([".", "/"]);
		expect(values({ pattern: "../../x/*" })).toEqual([".", "../../x"]);
		expect(values({ pattern: "../x/*", path: "src" })).toEqual(["src", "src/../x"]);
		expect(values({ pattern: "a/b.ts", path: "src" })).toEqual(["src", "src/a/b.ts"]);
	});

	it("is refused when a glob character hides a climb", () => {
		for (const pattern of ["{..,a}/x", "a/{b,../..}/c", "@(..)/x", "[.][.]/x", "*/../../etc/*", "{/etc,src}/*", "\\.\\./x"]) {
			expect(refused("Glob", { pattern }), pattern).toBe("pattern");
		}
		for (const pattern of ["*.{ts,tsx}", "a..b*.ts", "**/[a-z]*.md", "{src,test}/**"]) expect(values({ pattern }), pattern).toEqual(["."]);
	});

	it("is read in each item of a list", () => {
		expect(read("read_many_files", { paths: ["src/**", "/etc/*"] }).reads.map((one) => one.value)).toEqual(["src", "/etc"]);
		expect(refused("read_many_files", { include: ["{..,a}/x"] })).toBe("include");
	});
});

describe("a command", () => {
	const commands = (tool: string, input: Record<string, unknown>) => read(tool, input).commands.map((one) => one.value);

	it("given as words is quoted, so that no word is read as syntax", () => {
		expect(commands("shell", { command: ["bash", "-lc", "git status; ls"] })).toEqual(["bash -lc 'git status; ls'"]);
		expect(commands("shell", { command: ["if", "it's", "$(x)", "A=b", ""] })).toEqual(["'if' 'it'\\''s' '$(x)' 'A=b' ''"]);
		expect(commands("exec", { program: "ls", args: ["-l", "a b"] })).toEqual(["ls -l 'a b'"]);
		expect(commands("exec", { program: "ls" })).toEqual(["ls"]);
		expect(refused("exec", { program: "ls", args: "-l" })).toBe("program");
	});

	it("that the tool splits without a shell keeps what a shell would drop", () => {
		expect(commands("git", { command: "log # --output=x" })).toEqual(["git log '#' '--output=x'"]);
		expect(commands("git", { command: `commit -m "a \\"b\\" c" 'd;e' f\\ g` })).toEqual([`git commit -m 'a "b" c' 'd;e' 'f g'`]);
		expect(commands("bash_safe", { command: "ls; rm $HOME" })).toEqual(["'ls;' rm '$HOME'"]);
		for (const command of ["a 'b", 'a "b', "a \\", "", "  "]) expect(refused("bash_safe", { command }), command).toBe("command");
	});

	it("with a working directory of its own starts there, and cannot be sent elsewhere by its name", () => {
		expect(commands("bash", { command: "ls", workdir: "src" })).toEqual(["cd ./src\nls"]);
		expect(commands("bash", { command: "ls", workdir: "/tmp/a b" })).toEqual(["cd '/tmp/a b'\nls"]);
		expect(commands("bash", { command: "ls", workdir: "-" })).toEqual(["cd ./-\nls"]);
		expect(commands("bash", { command: "ls", workdir: "" })).toEqual(["ls"]);
		expect(refused("bash", { command: "ls", workdir: ["src"] })).toBe("workdir");
		expect(refused("run_shell_command", { command: "ls", dir_path: "a", directory: "b" })).toBe("directory");
	});
});

describe("a patch", () => {
	const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

	it("is judged by every file that it adds, changes, deletes or moves to", () => {
		const input = patch("*** Update File: a.ts", "*** Move to: /etc/b", "@@", "-x", "+y", "*** Add File: c", "+z", "  *** Delete File: d ");
		expect(read("apply_patch", { input }).writes.map((one) => one.value)).toEqual(["a.ts", "/etc/b", "c", "d"]);
	});

	it("that names no file, or in another spelling, is refused", () => {
		for (const input of ["", "diff --git a b", patch("*** Update  File: a"), patch("*** Update File: ")]) {
			expect(refused("apply_patch", { input }), input).toBe("input");
		}
	});
});

describe("hosts in prose", () => {
	it("are found, each one", () => {
		const prompt = "compare https://a.example/x and http://b.example:81?q please";
		expect(read("web_fetch", { prompt }).hosts.map((one) => one.value)).toEqual(["https://a.example/x", "http://b.example:81?q"]);
		expect(read("web_fetch", { url: "https://c.example" }).hosts.map((one) => one.value)).toEqual(["https://c.example"]);
	});
});

describe("targets", () => {
	it("[policy-3-target-missing] come as they are, and a missing one is a target to judge", () => {
		for (const value of ["", 7, ["a"], { id: "a" }]) expect(read("nexus_send", { agent_id: value }).targets).toMatchObject([{ value }]);
		expect(read("nexus_send", {}).targets).toEqual([{ argument: "agent_id", value: undefined }]);
		expect(read("nexus_status", {}).targets).toEqual([{ argument: "agent_id", value: undefined }]);
		expect(read("wait_agent", { targets: ["a", "b"] }).targets.map((one) => one.value)).toEqual(["a", "b"]);
	});
});

describe("an argument that nobody declared", () => {
	it("[policy-2-unchecked] is reported when it looks like a path, a command or a host, at any depth", () => {
		const input = {
			text: "hello world",
			out: "../x",
			options: { items: [{ site: "evil.example" }, { run: "curl -s x" }], note: "fine" },
			file: "notes",
			port: 80,
			count: 3,
			flag: true,
			nothing: null,
		};
		expect(readArguments(undefined, input)).toMatchObject({
			ok: true,
			unchecked: ["out", "options.items[0].site", "options.items[1].run", "file", "port"],
		});
	});

	it("is reported for a known tool too, unless that runs commands, and what is declared plain is not", () => {
		expect(refused("Bash", { command: "ls", shell: "/tmp/evil" })).toBe("shell");
		expect(read("Bash", { command: "ls", shell: null }).unchecked).toEqual([]);
		expect(read("Write", { file_path: "a", content: "rm -rf / && curl https://evil.example" }).unchecked).toEqual([]);
		expect(read("ReadMcpResourceTool", { server: "x", uri: "file:///etc/passwd" }).unchecked).toEqual(["uri"]);
		expect(read("nexus_send", { agent_id: "a", content: "/etc", port: 9000 }).unchecked).toEqual(["port"]);
	});

	it("is refused when it is too deep or too large to look through", () => {
		let deep: unknown = "x";
		for (let level = 0; level < 40; level++) deep = { deep };
		expect(readArguments(undefined, { deep }).ok).toBe(false);
		expect(readArguments(undefined, { wide: Array.from({ length: 5_000 }, () => 1) }).ok).toBe(false);
	});
});

describe("a tool of the person's own", () => {
	const declarations = {
		deploy: { reads: ["manifest"], hosts: ["endpoint"], plain: ["note"] },
		Read: { plain: ["file_path"] },
	};

	it("[policy-2-declare] is read as it was declared", () => {
		const entry = toolOf("deploy", declarations);
		expect(entry).toMatchObject({ name: "deploy", family: "declared", pattern: "path" });
		expect(readArguments(entry, { manifest: "a.yaml", endpoint: "https://a.example", note: "/x", other: "/y" })).toMatchObject({
			reads: [{ value: "a.yaml" }],
			hosts: [{ value: "https://a.example" }],
			unchecked: ["other"],
		});
		expect(readArguments(entry, { manifest: ["a.yaml"] }).ok).toBe(false);
		expect(toolOf("deploy", declarations)).toBe(entry);
	});

	it("[policy-2-declare] never redefines a tool of the registry", () => {
		expect(toolOf("Read", declarations)).toBe(findTool("Read"));
	});

	it("is not found by an inherited name", () => {
		expect(toolOf("toString", declarations)).toBeUndefined();
		expect(toolOf("deploy", undefined)).toBeUndefined();
	});
});
