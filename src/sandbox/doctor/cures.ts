import { existsSync, readFileSync } from "node:fs";

/** What decides which cure fits this machine. */
export interface SystemFacts {
	/** `ID` and `ID_LIKE` of /etc/os-release. */
	readonly families: readonly string[];
	/** Sysctls that can forbid user namespaces; `null` = this kernel has none of that name. */
	readonly sysctls: Readonly<Record<NamespaceSysctl, number | null>>;
	readonly container: boolean;
}

type NamespaceSysctl = (typeof NAMESPACE_SYSCTLS)[number];
const NAMESPACE_SYSCTLS = [
	"kernel.unprivileged_userns_clone",
	"user.max_user_namespaces",
	"kernel.apparmor_restrict_unprivileged_userns",
] as const;

/** Reads what decides which cure fits. */
export function readSystemFacts(): SystemFacts {
	const release = read("/etc/os-release") ?? "";
	const families = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, words = ""]) => words.split(" "));
	const sysctl = (name: NamespaceSysctl) => {
		const text = read(`/proc/sys/${name.replaceAll(".", "/")}`);
		return text === null ? null : Number(text);
	};
	return {
		families,
		sysctls: {
			"kernel.unprivileged_userns_clone": sysctl("kernel.unprivileged_userns_clone"),
			"user.max_user_namespaces": sysctl("user.max_user_namespaces"),
			"kernel.apparmor_restrict_unprivileged_userns": sysctl("kernel.apparmor_restrict_unprivileged_userns"),
		},
		container: existsSync("/.dockerenv") || existsSync("/run/.containerenv"),
	};
}

/** How a package is installed here. */
export function installCure({ families }: SystemFacts, tool: "bubblewrap" | "prlimit"): string {
	const row = INSTALLERS.find(({ family }) => families.includes(family));
	if (row === undefined)
		return `Install ${tool === "prlimit" ? "util-linux (for prlimit)" : "bubblewrap"} with the package manager of this system.`;
	return `${row.command} ${tool === "prlimit" ? row.prlimit : "bubblewrap"}`;
}

/** How user namespaces are allowed here, when they are not. */
export function namespaceCure({ sysctls, container }: SystemFacts): string {
	if (sysctls["kernel.unprivileged_userns_clone"] === 0) return "sysctl -w kernel.unprivileged_userns_clone=1";
	if (sysctls["user.max_user_namespaces"] === 0) return "sysctl -w user.max_user_namespaces=10000";
	if (sysctls["kernel.apparmor_restrict_unprivileged_userns"] === 1) return APPARMOR_PROFILE;
	if (container) return CONTAINER_FLAGS;
	return "Ask who runs this machine to allow unprivileged user namespaces.";
}

/** What to do when namespaces work and the sandbox can still not be built. */
export function recipeCure(system: SystemFacts): string {
	if (!["x64", "arm64"].includes(process.arch))
		return "Use a machine with an x64 or arm64 processor: there is no system call filter for others.";
	if (system.container) return CONTAINER_FLAGS;
	return `Install bubblewrap 0.8 or newer: ${installCure(system, "bubblewrap")}`;
}

const CONTAINER_FLAGS =
	"Start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined (Docker, Podman).";

const INSTALLERS = [
	{ family: "debian", command: "apt-get install", prlimit: "util-linux" },
	{ family: "ubuntu", command: "apt-get install", prlimit: "util-linux" },
	{ family: "fedora", command: "dnf install", prlimit: "util-linux-core" },
	{ family: "rhel", command: "dnf install", prlimit: "util-linux" },
	{ family: "arch", command: "pacman -S", prlimit: "util-linux" },
	{ family: "alpine", command: "apk add", prlimit: "util-linux-misc" },
	{ family: "suse", command: "zypper install", prlimit: "util-linux" },
] as const;

const APPARMOR_PROFILE = `Write this to /etc/apparmor.d/bwrap and run apparmor_parser -r /etc/apparmor.d/bwrap:
abi <abi/4.0>,
include <tunables/global>
profile bwrap /usr/bin/bwrap flags=(unconfined) {
  userns,
  include if exists <local/bwrap>
}`;

function read(path: string): string | null {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return null;
	}
}
