import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { identityIn, passIdentity } from "./git-identity.ts";

describe("identityIn", () => {
	it.each([
		["[user]\n\tname = Ann Example\n\temail = ann@example.com\n", { name: "Ann Example", email: "ann@example.com" }],
		['[core]\nname = x\n[User]\nName="Ann \\"A\\" Example" ; me\n', { name: 'Ann "A" Example' }],
		["[user] name = Ann\n[user]\nname = Later # of two\n", { name: "Later" }],
		['[user "other"]\nname = x\n[credential]\nemail = y\n', {}],
		["[user]\nname = a\\\n b\nemail =\n", {}],
		['[user]\nname = "un', {}],
		["[user]\nname = a\u001b[31m\n", {}],
	])("[sandbox-11a-git-identity] reads %j", (text, identity) => {
		expect(identityIn(text)).toEqual(identity);
	});
});

describe("passIdentity", () => {
	it("[sandbox-11a-git-identity] writes name and address, and nothing else of the person's file", () => {
		const folder = mkdtempSync(join(tmpdir(), "writ-git-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const [person, home] = [join(folder, "person"), join(folder, "home")];
		for (const path of [person, home]) mkdirSync(path);
		writeFileSync(
			join(person, ".gitconfig"),
			'[user]\nname = "A \\\\ \\"B\\""\nemail = a@b\nsigningkey = K\n[http]\nextraHeader = secret\n[core]\nfsmonitor = ./evil\n',
		);
		passIdentity(person, home, null);
		expect(readFileSync(join(home, ".gitconfig"), "utf8")).toBe('[user]\n\tname = "A \\\\ \\"B\\""\n\temail = "a@b"\n');
	});
});
