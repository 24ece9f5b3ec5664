import { describe, expect, it } from "vitest";
import { callWrit } from "../cli/call-writ.ts";
import { scratch } from "../cli/scratch.ts";

describe("writ check of rules as people write them", () => {
	it("[rules-hints] names each rule that it cannot read with the nearest form, and leaves out what is not a rule", async () => {
		const home = scratch({
			"profiles/a.yaml": [
				"tools:",
				"  allowed:",
				'    - "Bash(git status *)"',
				'    - "Bash(done)"',
				'    - "Bash(PORT=1 npm run dev)"',
				'    - "Read(/etc/hosts)"',
				"  disallowed:",
				'    - "Bash(curl *)|Bash(wget *)"',
				'    - "Bash(python -c \')"',
				"",
			].join("\n"),
		});
		const { out, code } = await callWrit(["check", "--json", "--home", home], { directory: scratch() });
		const { problems }: { problems: { severity: string; message: string; hint?: string; source?: { line: number } }[] } = JSON.parse(out);
		expect(code).toBe(2);
		expect(problems.map(({ severity, hint, source }) => `${source?.line} ${severity}: ${hint}`)).toEqual([
			"4 warning: remove the rule",
			"5 error: write Bash(npm run dev); a command that sets PORT is asked about",
			"6 error: write //etc/hosts for the disk, or ./etc/hosts for the workspace",
			"8 error: write 2 rules: Bash(curl *) and Bash(wget *)",
			"9 error: close the quote, or leave it out",
		]);
	});

	it("[rules-corpus] a profile that holds debris is good", async () => {
		const home = scratch({ "profiles/a.yaml": 'tools:\n  allowed: ["Bash(done)", "Bash(ls *)"]\n' });
		const { code, out } = await callWrit(["check", "--home", home], { directory: scratch() });
		expect(code).toBe(0);
		expect(out).toContain("Bash(done)");
	});
});

describe("what a disallowed rule closes", () => {
	it("[rules-wide-denials] comes from the line of the rule, also where a program is stopped", async () => {
		const home = scratch({
			"profiles/a.yaml":
				'tools:\n  allowed: [Bash, Read]\n  disallowed:\n    - "Read(secrets/**)"\nfilesystem: { read_paths: [./workspace], blocked_paths: [] }\n',
		});
		const line = JSON.stringify({ profile: "a", root: "/ws", request: { kind: "command", command: "cat vendor/secrets/key" } });
		const { out } = await callWrit(["decide", "--home", home], { input: `${line}\n`, directory: scratch() });
		const answer: { effect: string; reasons: { code: string; source?: { line: number } }[] } = JSON.parse(out);
		expect(answer.effect).toBe("deny");
		expect(answer.reasons[0]).toMatchObject({ code: "path-blocked", source: { line: 4 } });
	});
});
