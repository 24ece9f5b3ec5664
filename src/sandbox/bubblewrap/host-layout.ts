import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import { rememberWhile } from "./memory.ts";

/** Where this machine keeps its programs, as far as it differs between systems. */
export interface HostLayout {
	/** Top-level names beside `/usr`: a link into it, or a directory of its own (`link` is `null`). */
	readonly beside: readonly { readonly path: string; readonly link: string | null }[];
	/** What programs need of /etc and says nothing about the machine: a few small files are copied, since a mount costs more, all else is bound. */
	readonly configuration: readonly { readonly path: string; readonly as: "bind" | "copy" | "directory" }[];
	/** Which program the shell is, by its name. */
	readonly shell: string;
}

/** The shell, inside as well. */
export const SHELL = "/usr/bin/sh";

/** This machine's layout; it is looked at again when names came, went or changed in a directory that it was found in. */
export const hostLayout: () => HostLayout = rememberWhile(
	() => HOLDERS.map((path) => statSync(path, { throwIfNoEntry: false })?.ctimeMs ?? "").join(),
	readHostLayout,
);

function readHostLayout(): HostLayout {
	return {
		beside: BESIDE_USR.flatMap(lookAt),
		configuration: CONFIGURATION.flatMap(lookInto),
		shell: basename(realpathSync.native(SHELL)),
	};
}

/**
 * Opens a file that is to be copied; `null` when it is not, because it has changed.
 * SECURITY: root, who may start this, could also read what the command could not.
 */
export function openCopied(path: string): number | null {
	const descriptor = openSync(path, "r");
	const stats = fstatSync(descriptor);
	if (isCopyable(stats, COPIED_BYTES)) return descriptor;
	closeSync(descriptor);
	return null;
}

function isCopyable(stats: Stats, most: number): boolean {
	return stats.isFile() && stats.size <= most && (stats.mode & 0o004) !== 0;
}

const BESIDE_USR = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** Not all of /etc/ssl: it holds private keys. */
const CONFIGURATION = [
	"/etc/ld.so.cache",
	"/etc/ld.so.conf",
	"/etc/ld.so.conf.d",
	"/etc/ssl/certs",
	"/etc/ssl/cert.pem",
	"/etc/ssl/openssl.cnf",
	"/etc/pki/tls/certs",
	"/etc/pki/tls/cert.pem",
	"/etc/pki/ca-trust/extracted",
	"/etc/ca-certificates",
	"/etc/alternatives",
	"/etc/localtime",
	"/etc/nsswitch.conf",
	"/etc/protocols",
	"/etc/services",
];

function lookAt(path: string): HostLayout["beside"] {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	return [{ path, link: stats.isSymbolicLink() ? readlinkSync(path) : null }];
}

/** They lie in the root directory of the sandbox, which is in memory and small. */
const COPIED_BYTES = 256 * 1024;

/** Directories that hold a few small files on most machines; to look into others would take longer than to bind them. */
const SMALL_DIRECTORIES: ReadonlySet<string> = new Set(["/etc/ld.so.conf.d", "/etc/ca-certificates", "/etc/ca-certificates/update.d"]);

/** The directories that hold everything above. */
const HOLDERS = ["/", "/usr/bin", "/etc", "/etc/ssl", "/etc/pki", "/etc/pki/tls", "/etc/pki/ca-trust", ...SMALL_DIRECTORIES];

function lookInto(path: string): HostLayout["configuration"] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	const isSmall = stats.isFile() || SMALL_DIRECTORIES.has(path);
	return (isSmall ? piecesOf(path, stats, COPIED_BYTES) : null) ?? [{ path, as: "bind" }];
}

/** What a path is copied as; `null` when it cannot be. */
function piecesOf(path: string, stats: Stats | undefined, most: number): HostLayout["configuration"] | null {
	if (stats?.isFile()) return isCopyable(stats, most) ? [{ path, as: "copy" }] : null;
	if (!stats?.isDirectory() || (stats.mode & 0o005) !== 0o005 || !SMALL_DIRECTORIES.has(path)) return null;
	const names = namesIn(path);
	if (names === null || names.length > MOST_COPIED) return null;
	const look = (name: string) => lstatSync(`${path}/${name}`, { throwIfNoEntry: false });
	const pieces = names.map((name) => piecesOf(`${path}/${name}`, look(name), most / MOST_COPIED));
	return pieces.includes(null) ? null : [{ path, as: "directory" }, ...pieces.flatMap((piece) => piece ?? [])];
}

/** A directory of more is bound. */
const MOST_COPIED = 8;

/** `null` when this user cannot list a directory, whatever its mode says: then bubblewrap tries to bind it. */
function namesIn(path: string): readonly string[] | null {
	try {
		return readdirSync(path);
	} catch {
		return null;
	}
}
