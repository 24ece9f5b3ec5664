import { describe, expect, it } from "vitest";
import type { Cover, Mount, SandboxPlan } from "../plan/sandbox-plan.ts";
import { type BwrapArguments, bwrapArguments } from "./bwrap-arguments.ts";
import type { HostLayout } from "./host-layout.ts";

const HOST = {
	beside: [
		{ path: "/bin", link: "usr/bin" },
		{ path: "/lib64", link: null },
	],
	configuration: [
		{ path: "/etc/ssl/certs", as: "bind" },
		{ path: "/etc/ld.so.conf.d", as: "directory" },
		{ path: "/etc/nsswitch.conf", as: "copy" },
	],
	shell: "dash",
} as const;

describe("bwrapArguments", () => {
	it("[sandbox-4-recipe] a plan becomes the whole recipe, in order", () => {
		const { file, line } = argumentsOf(PLAN);
		expect(lines(file)).toMatchInlineSnapshot(`
			"--clearenv
			--setenv HOME /sandbox/home
			--size 4194304
			--tmpfs /
			--ro-bind /usr /usr
			--symlink usr/bin /bin
			--ro-bind /lib64 /lib64
			--ro-bind-try /etc/ssl/certs /etc/ssl/certs
			--dir /etc/ld.so.conf.d
			--proc /proc
			--ro-bind /proc/sys /proc/sys
			--dev /dev
			--perms 0444
			--file 6 /etc/passwd
			--size 16777216
			--tmpfs /sandbox/home
			--bind /srv /sandbox/workspace
			--ro-bind /data /data
			--size 1048576
			--tmpfs /sandbox/nested
			--symlink /srv /sandbox/here
			--ro-bind /srv/.git/config /sandbox/workspace/.git/config
			--remount-ro /dev
			--remount-ro /
			--perms 0555
			--size 4096
			--tmpfs /proc/1
			--ro-bind /dev/null /sandbox/workspace/.env
			--perms 0555
			--size 4096
			--tmpfs /sandbox/workspace/.mcp.json
			--perms 0555
			--size 4096
			--tmpfs /sandbox/workspace/secrets
			--remount-ro /sandbox/nested
			--symlink /usr/bin/sh /proc/1/sh"
		`);
		expect(lines(line)).toMatchInlineSnapshot(`
			"--unshare-user
			--unshare-pid
			--unshare-ipc
			--unshare-uts
			--unshare-net
			--unshare-cgroup-try
			--disable-userns
			--assert-userns-disabled
			--uid 1000
			--gid 1000
			--hostname writ
			--cap-drop ALL
			--die-with-parent
			--new-session
			--chdir /sandbox/workspace
			--block-fd 3
			--seccomp 4
			--json-status-fd 5"
		`);
	});

	it("[sandbox-7-mask-empty] a mask deeper down, which nobody counts, is mounted read-only", () => {
		const masks = ["/.mcp.json", "/deep/.env", "/.git/hooks"].map((name) => ({
			source: `/srv${name}`,
			target: `/sandbox/workspace${name}`,
			file: false,
			exists: false,
		}));
		const pin: Mount = { kind: "bind", source: "/srv/.git", target: "/sandbox/workspace/.git", writable: true };
		const { file } = argumentsOf({ ...PLAN, mounts: [...PLAN.mounts, pin], masks });
		expect(
			lines(file)
				.split("\n")
				.filter((line) => line.startsWith("--remount-ro /sandbox/workspace")),
		).toEqual(["--remount-ro /sandbox/workspace/deep/.env"]);
	});

	it("[sandbox-4-fd-binds] a source with a descriptor is bound by it, one without by its path", () => {
		const { file } = argumentsOf(PLAN, new Map([[workspace, 8]]));
		expect(lines(file)).toContain("--bind-fd 8 /sandbox/workspace");
		expect(lines(file)).toContain("--ro-bind /srv/.git/config /sandbox/workspace/.git/config");
	});

	it("[sandbox-4-cut-off] what makes the starter comes last, so that a list cut off anywhere starts nothing", () => {
		const { file } = argumentsOf(PLAN);
		expect(file.slice(-3)).toEqual(["--symlink", "/usr/bin/sh", "/proc/1/sh"]);
		expect(file.filter((word) => word === "/proc/1/sh")).toHaveLength(1);
	});

	it("no directory in memory is without a size, and none has size 0", () => {
		const tiny: Mount = { kind: "tmpfs", source: null, target: "/sandbox/home", writable: true, sizeMb: 0 };
		const { file } = argumentsOf({ ...PLAN, mounts: [tiny, { ...tiny, target: "/x", sizeMb: 0.5 }] });
		expect(lines(file)).toContain("--size 4096\n--tmpfs /sandbox/home\n--size 524288\n--tmpfs /x");
		expect(file.filter((word) => word === "--size")).toHaveLength(file.filter((word) => word === "--tmpfs").length);
	});
});

const workspace: Mount = { kind: "bind", source: "/srv", target: "/sandbox/workspace", writable: true };

const PLAN: SandboxPlan = {
	agent: "ada",
	mode: "isolated",
	level: "L3",
	mounts: [
		{ kind: "tmpfs", source: null, target: "/sandbox/home", writable: true, sizeMb: 16 },
		workspace,
		{ kind: "bind", source: "/data", target: "/data", writable: false },
		{ kind: "tmpfs", source: null, target: "/sandbox/nested", writable: false, sizeMb: 1 },
	],
	links: [{ at: "/sandbox/here", to: "/srv" }],
	readOnly: [{ source: "/srv/.git/config", target: "/sandbox/workspace/.git/config", file: true }],
	masks: [
		{ source: "/srv/.env", target: "/sandbox/workspace/.env", file: true, exists: true },
		{ source: "/srv/.mcp.json", target: "/sandbox/workspace/.mcp.json", file: true, exists: false },
		{ source: "/srv/secrets", target: "/sandbox/workspace/secrets", file: false, exists: true },
	],
	workspace: { source: "/srv", target: "/sandbox/workspace", managed: true, writable: true },
	workdir: "/sandbox/workspace",
	environment: { set: { HOME: "/sandbox/home" }, pass: [] },
	network: { allow: false, unixSockets: false, proxyPort: null },
	limits: { processes: 128, memoryMb: 2048, fileSizeMb: 10, totalSizeMb: null, runtimeSeconds: null, openFiles: 1024 },
	quota: "soft",
	coarse: [],
	missing: [],
};

function argumentsOf(plan: SandboxPlan, sources: ReadonlyMap<Mount | Cover, number> = new Map(), host: HostLayout = HOST): BwrapArguments {
	const descriptors = { built: 3, seccomp: 4, status: 5, files: { "/etc/passwd": 6 }, sources, contents: new Map() };
	return bwrapArguments(plan, descriptors, { host, environment: { HOME: "/sandbox/home" } });
}

/** One option in each line. */
function lines(words: readonly string[]): string {
	return words.join(" ").replaceAll(" --", "\n--");
}
