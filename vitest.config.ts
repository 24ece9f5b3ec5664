import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		projects: [
			{
				// Beside the file they test: pure or nearly so, hundreds of files in one process.
				test: { name: "unit", include: ["src/**/*.test.ts"], pool: "threads", isolate: false, testTimeout: 30_000 },
			},
			{
				// The whole thing: processes, browsers, disks, laws over many cases.
				test: { name: "system", include: ["test/**/*.test.ts"], pool: "forks", isolate: true, testTimeout: 120_000, hookTimeout: 120_000 },
			},
		],
	},
});
