import { describe, expect, it } from "vitest";
import { callWrit } from "./call-writ.ts";
import { scratch } from "./scratch.ts";

const explain = (home: string, directory: string, ...request: string[]) =>
	callWrit(["explain", "ci", ...request, "--json", "--home", home], { directory });
const decided = async (home: string, directory: string, ...request: string[]) =>
	JSON.parse((await explain(home, directory, ...request)).out).decision?.effect;

const CONSENT = { "profiles/everything.yaml": "extends: nexus/yolo\n" };
const OURS = { ".writ/profiles/ci.yaml": "extends: everything\n" };

describe("a project's profile", () => {
	it("[design-5-project-base] cannot ask in a person's place for the profile that bounds nothing, also not through another file", async () => {
		const project = scratch({
			".writ/profiles/ci.yaml": "extends: inner\n",
			".writ/profiles/inner.yaml": "extends: [restricted, nexus/yolo]\n",
		});
		const { code, out } = await explain(scratch(), project, "read", "/etc/hosts");
		expect(code).toBe(2);
		expect(JSON.parse(out)).toMatchObject({ ok: false, problems: [{ code: "escalation", source: { line: 1, column: 23 } }] });
	});

	it("[design-5-project-base] may build on it where the person's own definition does", async () => {
		expect(await decided(scratch(CONSENT), scratch(OURS), "read", "/etc/hosts")).toBe("allow");
	});

	it("[design-5-ceiling] stays under the ceiling, whatever it builds on", async () => {
		const home = scratch({
			...CONSENT,
			"ceiling.yaml":
				"tools: { disallowed: [WebFetch] }\nfilesystem: { read_paths: [./workspace], write_paths: [] }\nnetwork: { allow: [a.example] }\ncapabilities: { spawn_agents: false }\nresources: { max_total_tokens: 10 }\n",
		});
		const project = scratch(OURS);
		expect(await decided(home, project, "read", "notes.txt")).toBe("allow");
		expect(await decided(home, project, "read", "/etc/hosts")).toBe("deny");
		expect(await decided(home, project, "write", "notes.txt")).toBe("deny");
		expect(await decided(home, project, "tool", "WebFetch", '{"url":"https://a.example/","prompt":"x"}')).toBe("deny");
		expect(await decided(home, project, "host", "b.example:443")).toBe("deny");
		expect(await decided(home, project, "spawn", "restricted")).toBe("deny");
		expect(await decided(home, project, "spend", "tokens=11")).toBe("deny");
	});

	it("[design-5-project-base] gets the person's own profile of a name and never the shipped one behind it, broken or not", async () => {
		const project = scratch({ ".writ/profiles/ci.yaml": "extends: trusted\n" });
		expect(await decided(scratch({ "profiles/trusted.yaml": "extends: restricted\n" }), project, "write", "notes.txt")).toBe("deny");
		const broken = await explain(scratch({ "profiles/trusted.yaml": "tolls: {}\n" }), project, "write", "notes.txt");
		expect(broken.code).toBe(2);
	});
});
