import { lstatSync, readdirSync, readlinkSync, statSync } from "node:fs";

/** Where this machine keeps its programs, as far as it differs between systems. */
export interface HostLayout {
	/** Top-level names beside `/usr`: a link into it, or a directory of its own (`link` is `null`). */
	readonly beside: readonly { readonly path: string; readonly link: string | null }[];
	/** What programs need of /etc and says nothing about the machine: small files are copied, since a mount costs more, all else is bound. */
	readonly configuration: readonly { readonly path: string; readonly copied: boolean }[];
	/** A directory below /usr that is empty and only root's, to be mounted over what is hidden; `null` = there is none. */
	readonly empty: string | null;
}

/** Looks at this machine's layout. */
export function readHostLayout(): HostLayout {
	return { beside: BESIDE_USR.flatMap(lookAt), configuration: CONFIGURATION.flatMap(lookInto), empty: EMPTY.find(isEmpty) ?? null };
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

/** Whatever comes to lie there can be read inside anyway. */
const EMPTY = ["/usr/local/games", "/usr/local/src", "/usr/local/include", "/usr/local/etc", "/usr/src", "/usr/games"];

function isEmpty(path: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined || !stats.isDirectory() || stats.uid !== 0 || (stats.mode & 0o022) !== 0) return false;
	return (stats.mode & 0o005) === 0o005 && readdirSync(path).length === 0;
}

function lookAt(path: string): HostLayout["beside"] {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	return [{ path, link: stats.isSymbolicLink() ? readlinkSync(path) : null }];
}

/** They lie in the root directory of the sandbox, which is in memory and small. */
const COPIED_BYTES = 256 * 1024;

function lookInto(path: string): HostLayout["configuration"] {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return [];
	// SECURITY: root, who may start this, could also read what the command could not.
	const copied = stats.isFile() && stats.size <= COPIED_BYTES && (stats.mode & 0o004) !== 0;
	return [{ path, copied }];
}
