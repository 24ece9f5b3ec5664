import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { lateEnvironment } from "./late-environment.ts";

describe("lateEnvironment", () => {
	it("[sandbox-6-late-environment] what could change a program before the command has no name until the command starts", () => {
		const environment = { HOME: "/sandbox/home", LD_PRELOAD: "/w/x.so", TOKEN: "a 'b' \"c\" $d `e`\nf" };
		const { set, steps } = lateEnvironment(environment);
		expect(Object.keys(set)).toEqual(["HOME", "WRIT_LATE_0", "WRIT_LATE_1"]);
		const words = ["-c", `${steps.join("; ")}; exec "$@"`, "sh"];
		const { LD_PRELOAD: _, ...plain } = environment;
		const seen = spawnSync("/usr/bin/sh", [...words, "/usr/bin/env", "-u", "LD_PRELOAD", "/usr/bin/env", "-0"], {
			env: set,
			encoding: "utf8",
		});
		const found = Object.fromEntries(
			seen.stdout
				.split("\0")
				.filter((line) => line !== "" && !/^(PWD|_|SHLVL|OLDPWD)=/.test(line))
				.map((line) => line.split(/=(.*)/s)),
		);
		expect(found).toEqual(plain);
		expect(words.join(" ")).not.toContain("/w/x.so");
	});

	it("a variable that is called like ours keeps its value", () => {
		const environment = { WRIT_LATE_0: "zero", WRIT_LATE_1: "one", X: "ex" };
		const { set, steps } = lateEnvironment(environment);
		const { stdout } = spawnSync("/usr/bin/sh", ["-c", `${steps.join("; ")}; exec /usr/bin/env`], { env: set, encoding: "utf8" });
		for (const [name, value] of Object.entries(environment)) expect(stdout.split("\n")).toContain(`${name}=${value}`);
	});

	it("where nothing could, there is nothing to do", () => {
		const environment = { HOME: "/", PATH: "/usr/bin", LANG: "C", HTTPS_PROXY: "http://127.0.0.1:1", WRIT_AGENT_ID: "a" };
		expect(lateEnvironment(environment)).toEqual({ set: environment, steps: [] });
	});
});
