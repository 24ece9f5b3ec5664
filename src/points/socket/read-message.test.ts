import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShape } from "../../engine/index.ts";
import { isPlainlyRight } from "./read-message.ts";
import { agentId, anything, moment, parameters, text } from "./shapes.ts";

const SHAPE = parameters({ agent_id: agentId, name: text, since: moment, request: anything }, ["request"]);

describe("data that is right beyond doubt", () => {
	it("is what the long way reads as it is, whatever a line holds", () => {
		const names = fc.oneof(fc.constantFrom("agent_id", "name", "since", "request", "__proto__", "toString"), fc.string());
		const values = fc.oneof(fc.json({ maxDepth: 3 }), fc.constantFrom('"a-1"', "-0", "1e999", '"\\u0000"', '{"__proto__":1}', "[-0]"));
		const lines = fc.array(fc.tuple(names, values)).map((all) => `{${all.map(([name, json]) => `${JSON.stringify(name)}:${json}`)}}`);
		fc.assert(
			fc.property(lines, (line) => {
				const data = JSON.parse(line);
				if (isPlainlyRight(data, SHAPE)) expect(readShape(data, SHAPE)).toEqual({ ok: true, value: data });
			}),
			{ numRuns: 2_000 },
		);
	});

	it.each([
		['{"agent_id":"a-1","request":{"kind":"tool","tool":"Bash","input":{"command":"ls","count":3,"list":[null,true]}}}', true],
		['{"request":"anything"}', true],
		['{"agent_id":"a-1"}', false],
		['{"agent_id":"not an id","request":1}', false],
		['{"name":"a\\u0000b","request":1}', false],
		['{"since":"2026-01-01T00:00:00Z","request":1}', false],
		['{"request":1,"other":1}', false],
		['{"request":1,"__proto__":1}', false],
		['{"request":{"input":{"__proto__":{"admin":true}}}}', false],
		['{"request":{"cost":1e999}}', false],
		['{"request":{"cost":-0}}', false],
		[`{"request":${'{"a":'.repeat(9)}1${"}".repeat(9)}}`, false],
		[`{"request":[${Array.from({ length: 200 }, () => 1)}]}`, false],
		[`{"request":"${"x".repeat(2_000)}"}`, false],
	])("%s: %s", (line, right) => {
		expect(isPlainlyRight(JSON.parse(line), SHAPE)).toBe(right);
	});
});
