import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runHome } from "./run-home.ts";

const { home, folder, call, run, workspace, profile } = runHome();
const WRITES = "filesystem: {read_paths: [./workspace], write_paths: [./workspace], max_total_size_mb: 50, max_file_size_mb: 20}";
const allowing = (tools: string, more = ""): string => profile(`name: builder\ntools: {allowed: [${tools}]}\n${WRITES}\n${more}`);
const PLANT = "mkdir -p ~/.npm/_cacache/content-v2 && echo planted > ~/.npm/_cacache/content-v2/package";
const LOOK = "cat ~/.npm/_cacache/content-v2/package 2>/dev/null || echo absent";

describe("caches of writ run", () => {
	it("[sandbox-11a-caches] what a tool has downloaded is there for the next run of the profile in the workspace", async () => {
		const [directory, file] = [workspace(), allowing("Read")];
		await run(["--profile", file], PLANT, { directory });
		expect((await run(["--profile", file], LOOK, { directory })).out).toBe("planted\n");
		expect((await run(["--profile", file], `${LOOK}; ls -ld ~/.npm | cut -c 1-10; touch ~/.npm/x`, { directory })).out).toBe(
			"planted\ndrwx------\n",
		);
	});

	it("[threats-19-other-owner] what a run plants is not seen under another profile, in another workspace, or with a secret at hand", async () => {
		const [directory, other, file] = [workspace(), workspace(), allowing("Read")];
		await run(["--profile", file], PLANT, { directory });
		const wider = allowing("Read, Grep");
		expect((await run(["--profile", wider], LOOK, { directory })).out).toBe("absent\n");
		expect((await run(["--profile", file], LOOK, { directory: other })).out).toBe("absent\n");
		const environment = { NPM_TOKEN: "secret" };
		expect((await run(["--profile", file, "--env", "NPM_TOKEN"], LOOK, { directory, environment })).out).toBe("absent\n");
		expect((await run(["--profile", file], LOOK, { directory })).out).toBe("planted\n");
		// Another directory in the place of the workspace.
		renameSync(directory, `${directory}-away`);
		renameSync(other, directory);
		expect((await run(["--profile", file], LOOK, { directory })).out).toBe("absent\n");
	});

	it("[threats-19-data-only] programs, configuration and init scripts are not kept, and a link does not lead writ out of the home", async () => {
		const [directory, file] = [workspace(), allowing("Read")];
		const places = [".npm/_npx", ".gradle/init.d", ".cargo/bin", "go/bin", ".cache/uv/environments-v2", ".config"];
		const plants = places.map((place) => `mkdir -p ~/${place}; echo x > ~/${place}/evil`).join("; ");
		await run(["--profile", file], `${plants}; echo x > ~/.cargo/config.toml; mkdir -p ~/.cargo/registry/cache; ${PLANT}`, { directory });
		expect((await run(["--profile", file], "cd ~ && find . -type f ! -name .gitconfig", { directory })).out).toBe(
			"./.npm/_cacache/content-v2/package\n",
		);
		const persons = join(folder, "persons");
		mkdirSync(join(persons, "_cacache"), { recursive: true });
		writeFileSync(join(persons, "_cacache", "file"), "x");
		await run(["--profile", file], `rm -rf ~/.npm; ln -s ${persons} ~/.npm; ln -s ${persons} ~/.cache`, { directory });
		expect(existsSync(join(persons, "_cacache", "file"))).toBe(true);
	});

	it("[threats-19-clean-end] a run that was stopped by a limit, or left what must not stay, keeps nothing", async () => {
		const file = allowing("Read");
		const endings = [
			"for i in 1 2 3 4; do head -c 15000000 /dev/zero > $i; done; sleep 20",
			"mkdir -p sub/.claude; echo x > sub/.claude/settings.json",
		];
		for (const ending of endings) {
			const directory = workspace();
			const ran = await run(["--profile", file, "--json"], `${PLANT}; ${ending}`, { directory });
			expect(ran.report().violations).not.toEqual([]);
			expect((await run(["--profile", file], LOOK, { directory })).out).toBe("absent\n");
		}
	});

	it("[sandbox-11a-caches] a profile names the tools whose downloads are kept, and may name none", async () => {
		const directory = workspace();
		const some = allowing("Read", "sandbox: {caches: [pip]}\n");
		const plants = `${PLANT}; mkdir -p ~/.cache/pip/wheels; echo x > ~/.cache/pip/wheels/w`;
		await run(["--profile", some], plants, { directory });
		expect((await run(["--profile", some], "cd ~ && find . -type f ! -name .gitconfig", { directory })).out).toBe(
			"./.cache/pip/wheels/w\n",
		);
		const none = allowing("Read", "sandbox: {caches: []}\n");
		await run(["--profile", none], plants, { directory });
		expect((await run(["--profile", none], "cd ~ && find . -type f ! -name .gitconfig", { directory })).out).toBe("");
	});

	it("[sandbox-11a-caches-commands] caches are listed with their workspace and size, and removed one by one or all at once", async () => {
		await call(["sandbox", "caches", "remove", "--all"]);
		expect((await call(["sandbox", "caches", "list"])).out).toContain("Nothing is kept");
		const [first, second, file] = [workspace(), workspace(), allowing("Read")];
		for (const directory of [first, second]) await run(["--profile", file], PLANT, { directory });
		const { out } = await call(["sandbox", "caches", "list", "--json"]);
		const { caches } = JSON.parse(out) as { readonly caches: readonly { readonly id: string; readonly workspace: string }[] };
		expect(caches.map(({ workspace: place }) => place).toSorted()).toEqual([first, second].toSorted());
		expect((await call(["sandbox", "caches", "list"])).out).toContain(first);
		await call(["sandbox", "caches", "remove", caches.find(({ workspace: place }) => place === first)?.id ?? ""]);
		expect((await run(["--profile", file], LOOK, { directory: first })).out).toBe("absent\n");
		expect((await call(["sandbox", "caches", "remove", "--all", "--json"])).out).toBe(
			`${JSON.stringify({ removed: [caches.find(({ workspace: place }) => place === second)?.id] })}\n`,
		);
		expect(readdirSync(join(home, "caches"))).toEqual([]);
		expect((await call(["sandbox", "caches", "remove"])).code).toBe(2);
		symlinkSync("/", join(home, "caches", "ffffffffffffffffffffffffffffffff"));
		await call(["sandbox", "caches", "remove", "--all"]);
		expect(existsSync("/usr")).toBe(true);
	});
});
