import { describe, expectTypeOf, it } from "vitest";
import type { AgentDefinition, Profile, ProfileOverrides } from "../language/index.ts";
import type { agentDefinitionShape, fragmentShape, overridesShape } from "./document-shapes.ts";
import type { Infer, ListShape, NullableShape, ObjectShape, RecordShape, Shape, TextShape, UnionShape } from "./shape.ts";

describe("the type of a shape", () => {
	it("is that of the values that it takes", () => {
		const shape = {
			kind: "object",
			required: ["name", "extra"],
			keys: {
				name: { kind: "text" },
				extra: { kind: "anything" },
				many: { kind: "nullable", of: { kind: "list", of: { kind: "choice", of: ["a", 1, false] } } },
				either: { kind: "union", of: [{ kind: "text" }, { kind: "number" }] },
				by_name: { kind: "record", key: "name", of: { kind: "boolean" } },
			},
		} as const satisfies Shape;
		expectTypeOf<Infer<typeof shape>>().toEqualTypeOf<{
			readonly name: string;
			readonly extra: unknown;
			readonly many?: readonly ("a" | 1 | false)[] | null;
			readonly either?: string | number;
			readonly by_name?: Readonly<Record<string, boolean>>;
		}>();
	});

	it("promises nothing that the type of the shape does not say", () => {
		expectTypeOf<Infer<Shape>>().toEqualTypeOf<unknown>();
		expectTypeOf<Infer<ListShape>>().toEqualTypeOf<readonly unknown[]>();
		expectTypeOf<Infer<RecordShape>>().toEqualTypeOf<Readonly<Record<string, unknown>>>();
		expectTypeOf<Infer<NullableShape>>().toEqualTypeOf<unknown>();
		expectTypeOf<Infer<UnionShape>>().toEqualTypeOf<unknown>();
		expectTypeOf<Infer<ObjectShape>>().toEqualTypeOf<{ readonly [key: string]: unknown }>();
		expectTypeOf<Infer<ObjectShape<{ readonly name: TextShape }>>>().toEqualTypeOf<{ readonly name?: string }>();
		expectTypeOf<Infer<{ readonly kind: "object"; readonly keys: { readonly name: TextShape } }>>().toEqualTypeOf<{
			readonly name?: string;
		}>();
	});

	it("of each document is the one that the language has for it", () => {
		expectTypeOf<Infer<typeof fragmentShape>>().toExtend<Profile>();
		expectTypeOf<Required<Infer<typeof fragmentShape>>>().toHaveProperty("approvals").toEqualTypeOf<Required<Profile>["approvals"]>();
		expectTypeOf<keyof Infer<typeof fragmentShape>>().toEqualTypeOf<keyof Profile>();
		expectTypeOf<Infer<typeof overridesShape>>().toExtend<ProfileOverrides>();
		expectTypeOf<Infer<typeof agentDefinitionShape>["sandbox"]>().toEqualTypeOf<AgentDefinition["sandbox"]>();
	});
});
