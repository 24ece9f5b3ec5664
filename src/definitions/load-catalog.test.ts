import { describe, expect, it } from "vitest";
import { type DefinitionText, loadCatalog } from "./load-catalog.ts";
import { shippedCatalog } from "./shipped-catalog.ts";

const file = (layer: DefinitionText["layer"], kind: DefinitionText["kind"], name: string, text: string): DefinitionText => ({
	path: `${layer}/${kind}s/${name}.yaml`,
	layer,
	kind,
	name,
	text,
});
const short = (problems: readonly { readonly code: string; readonly source?: { readonly file?: string; readonly line?: number } }[]) =>
	problems.map(({ code, source }) => `${source?.file}:${source?.line} ${code}`);

describe("loadCatalog", () => {
	it("[def-layers] holds the shipped, the person's and the project's definitions together", () => {
		const catalog = loadCatalog(
			[
				file("project", "profile", "narrow", "extends: mine\n"),
				file("user", "profile", "mine", "extends: standard\n"),
				file("user", "agent", "helper", "permissions: {profile: mine}\n"),
			],
			shippedCatalog,
		);
		expect(catalog.problems).toEqual([]);
		expect(catalog.profiles.mine).toMatchObject({ layer: "user", profile: { extends: "standard" } });
		expect(catalog.profiles.narrow?.layer).toBe("project");
		expect(catalog.profiles.standard?.layer).toBe("built-in");
		expect(catalog.agents.helper?.profile).toBe("mine");
		expect(Object.keys(shippedCatalog.profiles)).not.toContain("mine");
	});

	it("[def-no-redefinition] a project cannot take a name that is shipped, that is another name of one, or that the person uses", () => {
		const catalog = loadCatalog(
			[
				file("project", "profile", "standard", "tools: {allowed: null}\n"),
				file("project", "profile", "READ_ONLY", "tools: {allowed: null}\n"),
				file("project", "profile", "mine", "tools: {allowed: null}\n"),
				file("project", "fragment", "commands/never", "tools: {allowed: [Bash]}\n"),
				file("project", "agent", "coder", "permissions: {profile: trusted}\n"),
				file("user", "profile", "mine", "tools: {allowed: [Read]}\n"),
			],
			shippedCatalog,
		);
		expect(short(catalog.problems)).toEqual([
			"project/agents/coder.yaml:1 redefinition",
			"project/fragments/commands/never.yaml:1 redefinition",
			"project/profiles/READ_ONLY.yaml:1 redefinition",
			"project/profiles/mine.yaml:1 redefinition",
			"project/profiles/standard.yaml:1 redefinition",
		]);
		expect(catalog.profiles.standard).toBe(shippedCatalog.profiles.standard);
		expect(catalog.profiles.mine?.profile.tools?.allowed).toEqual(["Read"]);
		expect(catalog.agents.coder?.profile).toBe("write");
	});

	it("[def-layers] the person may replace a shipped definition", () => {
		const catalog = loadCatalog([file("user", "profile", "standard", "tools: {allowed: [Read]}\n")], shippedCatalog);
		expect(catalog.problems).toEqual([]);
		expect(catalog.profiles.standard).toMatchObject({ layer: "user", profile: { tools: { allowed: ["Read"] } } });
	});

	it("[def-all-together] the problems of all files come together, sorted, and the good ones load", () => {
		const catalog = loadCatalog([
			file("user", "profile", "b", "x: 1\ny: 2\n"),
			file("user", "profile", "good", "level: custom\n"),
			file("user", "agent", "a", "nope: 1\n"),
			file("user", "profile", "c", "[unfinished\n"),
		]);
		expect(short(catalog.problems)).toEqual([
			"user/agents/a.yaml:1 unknown-key",
			"user/profiles/b.yaml:1 unknown-key",
			"user/profiles/b.yaml:2 unknown-key",
			expect.stringMatching(/^user\/profiles\/c.yaml:\d bad-yaml$/),
		]);
		expect(Object.keys(catalog.profiles)).toEqual(["good"]);
	});

	it("[def-no-redefinition] two files of one layer with one name are a problem", () => {
		const catalog = loadCatalog([
			file("user", "profile", "x", "level: custom\n"),
			{ ...file("user", "profile", "x", "level: custom\n"), path: "user/profiles/x.yml" },
		]);
		expect(short(catalog.problems)).toEqual(["user/profiles/x.yml:1 redefinition"]);
	});

	it("[def-ceiling] a ceiling counts once and never from a project; its problems say that they are the ceiling's", () => {
		const ceiling = (layer: "user" | "project", text: string): DefinitionText => ({
			path: `${layer}/ceiling.yaml`,
			layer,
			kind: "ceiling",
			name: "ceiling",
			text,
		});
		expect(loadCatalog([ceiling("user", "network: {deny: [evil.example]}\n")]).ceiling).toMatchObject({
			kind: "ceiling",
			layer: "ceiling",
		});
		const refused = loadCatalog([ceiling("project", "level: custom\n")]);
		expect(refused.ceiling).toBeUndefined();
		expect(short(refused.problems)).toEqual(["project/ceiling.yaml:1 redefinition"]);
		expect(loadCatalog([ceiling("user", "nope: 1\n")]).problems).toMatchObject([{ code: "unknown-key", source: { layer: "ceiling" } }]);
	});

	it("[def-names-safe] no name finds what every object has", () => {
		const catalog = loadCatalog(
			[file("user", "profile", "__proto__", "level: custom\n"), file("user", "profile", "constructor", "level: custom\n")],
			shippedCatalog,
		);
		expect(catalog.problems.map(({ code }) => code)).toEqual(["bad-name"]);
		expect(Object.getOwnPropertyDescriptor(catalog.profiles, "constructor")?.value.layer).toBe("user");
		for (const name of ["toString", "__proto__", "hasOwnProperty"]) {
			expect(catalog.profiles[name]).toBeUndefined();
			expect(shippedCatalog.agents[name]).toBeUndefined();
		}
	});

	it("[def-aliases] the orchestrator's names of the four profiles are other names of them", () => {
		expect({ ...shippedCatalog.aliases }).toEqual({
			READ_ONLY: "read-only",
			WRITE: "write",
			VERIFICATION: "verification",
			DESIGN: "design",
		});
		expect({ ...loadCatalog([], shippedCatalog).aliases }).toEqual({ ...shippedCatalog.aliases });
	});
});
