import { describe, expect, it } from "vitest";
import { installCure, namespaceCure, type SystemFacts } from "./cures.ts";
import { levelOfProbes, PROBES, type Probe, type ProbeName } from "./machine-report.ts";

describe("levelOfProbes", () => {
	it("[sandbox-10-levels] the whole recipe is L3, with control groups L4, without any of its parts L0", () => {
		expect(levelOfProbes(probes(["cgroup"]), "linux").level).toBe("L3");
		expect(levelOfProbes(probes([]), "linux").level).toBe("L4");
		for (const lost of ["bubblewrap", "prlimit", "namespaces", "userns", "recipe", "seccomp"] as const)
			expect([lost, levelOfProbes(probes([lost]), "linux").level]).toEqual([lost, "L0"]);
		expect(levelOfProbes([], "linux").level).toBe("L0");
	});

	it("[sandbox-10-macos] macOS is refused in so many words, whatever was found, and so is every other system", () => {
		const report = levelOfProbes(probes([]), "darwin");
		expect(report.level).toBe("L0");
		expect(report.missing[0]).toMatch(/^macOS: .* refuses to run anything confined$/);
		expect(report.cures).toEqual([expect.stringContaining("Linux")]);
		expect(levelOfProbes(probes([]), "freebsd")).toMatchObject({
			level: "L0",
			missing: [expect.stringContaining("freebsd"), expect.anything()],
		});
	});

	it("[doctor-needed] each probe says whether level 3 depends on it", () => {
		const needed = levelOfProbes(probes([]), "linux").probes.filter((probe) => probe.needed);
		expect(needed.map(({ name }) => name)).toEqual(["bubblewrap", "prlimit", "namespaces", "userns", "recipe", "seccomp"]);
	});

	it("[sandbox-10-missing] a report says what its level lacks and each cure once", () => {
		const report = levelOfProbes(probes(["namespaces", "userns"]), "linux");
		expect(report.missing).toEqual([expect.stringContaining("allowUnsandboxed")]);
		expect(report.cures).toEqual(["do this"]);
		expect(levelOfProbes(probes(["cgroup"]), "linux").missing).toEqual([
			expect.stringContaining("memory"),
			expect.stringContaining("disk"),
		]);
	});
});

describe("cures", () => {
	it("[sandbox-10-cures] the cure is the one of this system", () => {
		expect(installCure(system({ families: ["ubuntu", "debian"] }), "bubblewrap")).toBe("apt-get install bubblewrap");
		expect(installCure(system({ families: ["alpine"] }), "prlimit")).toBe("apk add util-linux-misc");
		expect(installCure(system({ families: ["plan9"] }), "bubblewrap")).toContain("bubblewrap");
		expect(namespaceCure(sysctls({ "kernel.unprivileged_userns_clone": 0 }))).toBe("sysctl -w kernel.unprivileged_userns_clone=1");
		expect(namespaceCure(sysctls({ "user.max_user_namespaces": 0 }))).toBe("sysctl -w user.max_user_namespaces=10000");
		expect(namespaceCure(sysctls({ "kernel.apparmor_restrict_unprivileged_userns": 1 }))).toContain("/etc/apparmor.d/bwrap");
		expect(namespaceCure(system({ container: true }))).toContain("--security-opt");
	});
});

function probes(lost: readonly ProbeName[]): readonly Probe[] {
	return PROBES.map((name) => ({ name, ok: !lost.includes(name), detail: "", cure: lost.includes(name) ? "do this" : null }));
}

const NONE = {
	"kernel.unprivileged_userns_clone": null,
	"user.max_user_namespaces": null,
	"kernel.apparmor_restrict_unprivileged_userns": null,
};

function system(changes: Partial<SystemFacts>): SystemFacts {
	return { families: [], sysctls: NONE, container: false, ...changes };
}

function sysctls(changes: Partial<SystemFacts["sysctls"]>): SystemFacts {
	return system({ sysctls: { ...NONE, ...changes } });
}
