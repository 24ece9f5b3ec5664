import { chmodSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Facts, RealPath, Resolution, Resolve } from "../../src/engine/index.ts";

/** The workspace of every text, as the sandbox and the engine name it. */
export const ROOT = "/ws";
export const HOME = "/home/dev";
/** Where `~root` leads. */
export const HOME_OF_ROOT = "/root";
/** Trees that belong to the fixture: what is opened below them is looked at. */
export const TREES = [ROOT, HOME, HOME_OF_ROOT, "/outside", "/tmp"];

type Entry = { readonly file: string | Buffer; readonly executable?: true } | { readonly link: string } | { readonly directory: true };

const file = (content: string): Entry => ({ file: content });
const standIn: Entry = { file: "", executable: true };

/** The message catalogue that makes bash read `$"hello"` as a command substitution. */
function translation(): Buffer {
	const [from, to] = [Buffer.from("hello\0"), Buffer.from("$(id)\0")];
	const header = Buffer.alloc(44);
	const numbers = [0x950412de, 0, 1, 28, 36, 0, 44, from.length - 1, 44, to.length - 1, 44 + from.length];
	for (const [index, number] of numbers.entries()) header.writeUInt32LE(number, index * 4);
	return Buffer.concat([header, from, to]);
}

/**
 * Everything that lies in the trees before a text runs: two keys, names that a pattern or an option may turn into something else, links in
 * and out, and programs of the workspace that must never run in place of the ones on the PATH.
 */
const ENTRIES: Readonly<Record<string, Entry>> = {
	"/ws/a.txt": file("S\n5\nid\n"),
	"/ws/b.txt": file("b\n-oOUT\n"),
	"/ws/c": file("key\n"),
	"/ws/key": file("S secret\n"),
	"/ws/.env": file("S=secret\n"),
	"/ws/-oOUT": file("x\n"),
	"/ws/-v": file("x\n"),
	"/ws/{a,b}": file("braces\n"),
	"/ws/a b": file("blank\n"),
	"/ws/sub/a.txt": file("S sub\n"),
	"/ws/sub/key": file("S sub secret\n"),
	"/ws/sub/.env": file("S=sub\n"),
	"/ws/sub/sub/a.txt": file("S deep\n"),
	"/ws/sub/sub/key": file("S deep secret\n"),
	"/ws/src/index.ts": file("S\n"),
	"/ws/build/a.txt": file("built\n"),
	"/ws/out": { directory: true },
	"/ws/venv/bin/activate": file("VIRTUAL_ENV=/ws/venv\n"),
	"/ws/l": { link: "sub/sub" },
	"/ws/lnk": { link: "/outside" },
	"/ws/lf": { link: "a.txt" },
	"/ws/dd/l": { link: "/outside" },
	"/ws/C.UTF-8/LC_MESSAGES/m.mo": { file: translation() },
	"/home/dev/notes.txt": file("S home\n"),
	"/home/dev/secret": file("S home secret\n"),
	"/home/dev/n/a.txt": file("S\n"),
	"/home/dev/key": file("S home key\n"),
	[`${HOME_OF_ROOT}/x`]: file("S root\n"),
	[`${HOME_OF_ROOT}/key`]: file("S root key\n"),
	"/outside/secret": file("S outside\n"),
	"/outside/key": file("S outside key\n"),
	"/outside/a.txt": file("S\n"),
	"/tmp/t.txt": file("S\n"),
	...Object.fromEntries(
		[".", "0", "10", "bin"].flatMap((place) => ["ls", "id", "cat", "git", "sort"].map((name) => [join(ROOT, place, name), standIn])),
	),
};

/** Makes the trees afresh below `top`; the directories of the trees themselves stay, since the sandbox holds them. */
export function layOut(top: string, program: string): void {
	for (const tree of TREES) {
		mkdirSync(join(top, tree), { recursive: true });
		for (const name of readdirSync(join(top, tree))) rmSync(join(top, tree, name), { recursive: true, force: true });
	}
	for (const [path, entry] of Object.entries(ENTRIES)) make(join(top, path), entry, program);
	chmodSync(join(top, ROOT), 0o755);
}

/** Puts back what lies in the trees at or around these places: cheaper than all of it, and the same where no link was made. */
export function putBack(top: string, program: string, touched: readonly string[]): void {
	const places = new Set(touched.map(topmostPlace));
	if (places.has(undefined)) {
		layOut(top, program);
		return;
	}
	for (const place of places) if (place !== undefined) rmSync(join(top, place), { recursive: true, force: true });
	for (const [path, entry] of Object.entries(ENTRIES)) if (places.has(topmostPlace(path))) make(join(top, path), entry, program);
}

/** The place directly below a tree; nothing for a tree itself, and for what lies elsewhere. */
function topmostPlace(path: string): string | undefined {
	const tree = TREES.find((each) => path.startsWith(`${each}/`));
	return tree === undefined ? undefined : `${tree}/${path.slice(tree.length + 1).split("/", 1)[0]}`;
}

function make(place: string, entry: Entry, program: string): void {
	mkdirSync(dirname(place), { recursive: true });
	if ("directory" in entry) mkdirSync(place, { recursive: true });
	else if ("link" in entry) symlinkSync(entry.link, place);
	else if (entry.executable) symlinkSync(program, place);
	else writeFileSync(place, entry.file);
}

type Node = { readonly kind: "file" | "directory" } | { readonly kind: "link"; readonly to: string };

const NODES = nodesOf(ENTRIES);

function nodesOf(entries: Readonly<Record<string, Entry>>): ReadonlyMap<string, Node> {
	const nodes = new Map<string, Node>([["/", { kind: "directory" }]]);
	for (const tree of [...TREES, "/programs", "/usr", "/usr/bin", "/etc", "/dev", "/home"]) nodes.set(tree, { kind: "directory" });
	for (const [path, entry] of Object.entries(entries)) {
		for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) nodes.set(folder, { kind: "directory" });
		nodes.set(path, "link" in entry ? { kind: "link", to: entry.link } : { kind: "directory" in entry ? "directory" : "file" });
	}
	return nodes;
}

/** Where the kernel ends up in the fixture before anything ran; answered from memory, since half a million texts ask. */
export const resolveInFixture: Resolve = (path, cwd) => {
	const absolute = path.startsWith("/") ? path : `${cwd}/${path}`;
	const components = absolute.split("/").filter((part) => part !== "" && part !== ".");
	const written = `/${components.join("/")}`;
	if (path.includes("\0")) return { ok: false, why: "nul", message: "The path holds a NUL character." };
	if (Buffer.byteLength(written) > 4096) return { ok: false, why: "too-long", message: "The path is too long." };
	if (!path.isWellFormed()) return { ok: false, why: "denied", message: "The path is not well-formed text." };
	if (/^\/(proc|dev\/(fd|stdin|stdout|stderr))(\/|$)/.test(written))
		return { ok: false, why: "alias", message: `'${written}' is an alias.` };
	return follow(components, written, /\/\.{0,2}$/.test(absolute));
};

function follow(components: readonly string[], written: string, namesPlace: boolean): Resolution {
	const pending = components.toReversed();
	let reached = "";
	let entry: string | undefined;
	let entryViaLink = false;
	let links = 0;
	for (let component = pending.pop(); component !== undefined; component = pending.pop()) {
		if (pending.length === 0 && entry === undefined && !namesPlace) {
			entry = `${reached}/${component}`;
			entryViaLink = links > 0;
		}
		if (component === "..") {
			reached = reached.slice(0, Math.max(0, reached.lastIndexOf("/")));
			continue;
		}
		const folder = reached;
		reached = `${reached}/${component}`;
		const node = NODES.get(reached);
		if (node?.kind !== "link") continue;
		if (++links > 40) return { ok: false, why: "loop", message: `'${written}' leads through too many links.` };
		reached = node.to.startsWith("/") ? "" : folder;
		pending.push(
			...node.to
				.split("/")
				.filter((part) => part !== "")
				.toReversed(),
		);
	}
	const real = reached === "" ? "/" : reached;
	const node = NODES.get(real);
	return {
		ok: true,
		written,
		real: real as RealPath,
		entry: (entry ?? real) as RealPath,
		viaLink: links > 0,
		entryViaLink: entry === undefined ? links > 0 : entryViaLink,
		exists: node !== undefined,
		directory: node?.kind === "directory",
		links: 1,
	};
}

/** The real place of a path in the fixture. */
export function realPlace(path: string): string {
	const resolution = resolveInFixture(path, ROOT);
	return resolution.ok ? resolution.real : path;
}

/** Every link of the fixture, and where it leads. */
export const LINKS: ReadonlyMap<string, string> = new Map(
	[...NODES].flatMap(([path, { kind }]) => (kind === "link" ? [[path, realPlace(path)]] : [])),
);

const LISTINGS = new Map([...NODES].flatMap(([path, { kind }]) => (kind === "directory" ? [[path, namesIn(path)]] : [])));

interface Listing {
	readonly ok: true;
	readonly files: readonly string[];
	readonly directories: readonly string[];
	readonly links: readonly string[];
}

function namesIn(directory: string): Listing {
	const names = (wanted: Node["kind"]): readonly string[] =>
		[...NODES].filter(([path, { kind }]) => kind === wanted && path !== "/" && dirname(path) === directory).map(([path]) => basename(path));
	return { ok: true, files: names("file"), directories: names("directory"), links: names("link") };
}

/** What a directory of the fixture holds before anything ran. */
function listInFixture(directory: string): Listing | { readonly ok: false; readonly why: "missing"; readonly message: string } {
	return LISTINGS.get(directory) ?? { ok: false, why: "missing", message: `'${directory}' is not there.` };
}

/** What the engine is told of the disk, and of the names in the shell's environment. */
export function factsWith(environment: readonly string[], confined: boolean): Facts {
	return { resolve: resolveInFixture, list: listInFixture, environment, ...(confined ? { confined } : {}) };
}
