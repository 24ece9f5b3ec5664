import { describe, expect, it } from "vitest";
import { EVERYTHING, policyOf } from "../../../test/decide/sample-policy.ts";
import { FORMS, OUTSIDE } from "./forms.ts";
import { judgeCommand } from "./judge-command.ts";

/** The whole shell in a sandbox, so that only the language itself can stand against a text. */
const policy = { ...policyOf(EVERYTHING), confined: true };

describe("the language that writ understands", () => {
	for (const [id, { example, sh }] of Object.entries(FORMS)) {
		it(`[shell-form] ${id}: ${JSON.stringify(example)} is understood, as that form`, () => {
			const met = new Set<string>();
			const { findings } = judgeCommand(example, "/ws", policy, { form: (form) => met.add(form), part: () => {} });
			expect(findings).toEqual([]);
			expect([...met]).toContain(id);
		});
		it(`[shell-sh] ${id}: sh reads it ${sh ? "alike" : "otherwise, so it asks"}`, () => {
			const quoted = `sh -c '${example.replaceAll("'", `'"'"'`)}'`;
			const { findings } = judgeCommand(quoted, "/ws", policy);
			if (sh) expect(findings).toEqual([]);
			else if (!SH_BY_ITSELF.has(id)) expect(findings[0]).toMatchObject({ effect: "ask", code: "command-dynamic" });
		});
	}
	for (const [id, [what, instead, example]] of Object.entries(OUTSIDE)) {
		it(`[shell-outside] ${id}: ${JSON.stringify(example)} asks, and says how to write it`, () => {
			const { findings } = judgeCommand(example, "/ws", id === "home" ? { ...policy, home: null } : policy);
			expect(findings.map(({ message }) => message)).toContain(`writ does not understand ${what}: ${instead}`);
			expect(findings.find(({ remedy }) => remedy === instead)).toMatchObject({ effect: "ask", code: "command-dynamic" });
		});
	}
});

/** Launchers: a text inside is judged by itself, whatever shell starts it. */
const SH_BY_ITSELF = new Set(["bash-text", "sh-text"]);
