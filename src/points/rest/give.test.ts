import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import type { Shape } from "../../engine/index.ts";
import { replySchema } from "./give.ts";
import { anything, list, members, nullable, text } from "./shapes.ts";

/** What leaves when a route of this shape answers with a value. */
async function leaves(shape: Shape, value: unknown): Promise<unknown> {
	const app = Fastify();
	app.get("/", { schema: { response: { 200: replySchema(shape) } } }, async () => value);
	const response = await app.inject("/");
	await app.close();
	return response.json();
}

const INNER = members({ name: text, more: nullable(text) }, ["name"]);
const SHAPE = members({
	none: nullable(text),
	some: nullable(text),
	one: nullable(INNER),
	nobody: nullable(INNER),
	many: list(INNER),
	maybeMany: nullable(list(INNER)),
	whatever: anything,
});

describe("how answers are written", () => {
	it("[wire-4-only-named] null stays null, values stay values, and what no shape names never leaves, however deep", async () => {
		const inner = { name: "a", more: null, secret: 1 };
		const given = {
			none: null,
			some: "x",
			one: inner,
			nobody: null,
			many: [inner],
			maybeMany: [inner],
			whatever: { free: [1] },
			secret: 1,
		};
		const named = { name: "a", more: null };
		expect(await leaves(SHAPE, given)).toEqual({
			none: null,
			some: "x",
			one: named,
			nobody: null,
			many: [named],
			maybeMany: [named],
			whatever: { free: [1] },
		});
	});

	it("[wire-4-only-named] no choice of schemas is left where one of two is null", () => {
		expect(JSON.stringify(replySchema(SHAPE))).not.toContain("anyOf");
	});
});
