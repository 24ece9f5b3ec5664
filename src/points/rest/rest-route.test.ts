import { describe, expectTypeOf, it } from "vitest";
import { answer, defineRoute } from "./rest-route.ts";
import { choice, flag, list, members, nullable, PAGE, text } from "./shapes.ts";

const ROW = { method: "POST", path: "/", tag: "", summary: "", access: "anyone", replies: {} } as const;

describe("a row of routes", () => {
	it("gives its handler what its shapes say, no member more required than they require", () => {
		defineRoute({
			...ROW,
			query: members({ limit: PAGE.limit, status: choice("running", "stopped"), dry_run: flag }),
			body: members({ name: text, to: nullable(list(text)), inner: members({ at: text, by: text }, ["at"]) }, ["name"]),
			async run({ query, body }) {
				expectTypeOf(query).toEqualTypeOf<{
					readonly limit?: number;
					readonly status?: "running" | "stopped";
					readonly dry_run?: boolean;
				}>();
				expectTypeOf(body).toEqualTypeOf<{
					readonly name: string;
					readonly to?: readonly string[] | null;
					readonly inner?: { readonly at: string; readonly by?: string };
				}>();
				return answer({});
			},
		});
	});

	it("gives its handler nothing that it has no shape for", () => {
		defineRoute({
			...ROW,
			async run({ query, body }) {
				expectTypeOf(query).toEqualTypeOf<object>();
				expectTypeOf(body).toEqualTypeOf<object>();
				return answer({});
			},
		});
		defineRoute({
			...ROW,
			body: "anything",
			async run({ body }) {
				expectTypeOf(body).toEqualTypeOf<Readonly<Record<string, unknown>>>();
				return answer({});
			},
		});
		// @ts-expect-error: only a member of the body can be required.
		members({ name: text }, ["nam"]);
	});
});
