import { describe, expect, it } from "vitest";
import { filterNpmSettings } from "./filter-npm-settings.ts";

describe("filterNpmSettings", () => {
	it("[tracked-npmrc] registries and switches stay", () => {
		const text =
			"registry=https://npm.example.com/a/\n@mine:registry = https://npm.mine.test\nfund=false\nsave-prefix=~\nnode-version=20.1.0\n";
		expect(filterNpmSettings(text)).toBe(
			"registry=https://npm.example.com/a/\n@mine:registry=https://npm.mine.test/\nfund=false\nsave-prefix=~\nnode-version=20.1.0\n",
		);
	});

	it("[tracked-npmrc] secrets go, however they are written", () => {
		const secret = "s3cr3t";
		const text = [
			`//npm.example.com/:_authToken=${secret}`,
			`_auth = ${secret}`,
			`"_password"="${secret}"`,
			`registry=https://user:${secret}@npm.example.com/?token=${secret}`,
			`@mine:registry=https://npm.mine.test/\${${secret}}`,
			`fund=${secret}`,
			`key="-----BEGIN\\n${secret}"`,
			`email=${secret}@x`,
			`; ${secret}`,
			`proxy=http://u:${secret}@p`,
			`@other:registry=https://x.test/#${secret}`,
			"[section]",
			"fund=true",
			`registry[]=${secret}`,
		].join("\n");
		expect(filterNpmSettings(text)).toBe("registry=https://npm.example.com/\n");
		expect(filterNpmSettings(`fund=true${secret}\r${secret}=x\u2028audit=false`)).toBe("");
	});
});
