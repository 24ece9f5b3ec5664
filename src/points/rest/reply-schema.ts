import { type Shape, toJsonSchema } from "../../engine/index.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The schema by which an answer is written: members that no shape names never leave.
 * What can be `null` is said so that it is written as it comes: a choice of two schemas would be tried out with a validator each time.
 */
export function replySchema(shape: Shape): Schema {
	const { $schema: _, ...schema } = toJsonSchema(shape);
	return plainly(schema);
}

function plainly(schema: Schema): Schema {
	const { anyOf, properties, items, additionalProperties, ...rest } = schema;
	const [first, second, ...more] = Array.isArray(anyOf) ? anyOf.map(schemaIn) : [];
	if (first?.type === "null" && typeof second?.type === "string" && more.length === 0) return { ...plainly(second), nullable: true };
	return {
		...rest,
		...(anyOf === undefined ? {} : { anyOf }),
		...(isSchema(properties)
			? { properties: Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, plainly(schemaIn(member))])) }
			: {}),
		...(items === undefined ? {} : { items: plainly(schemaIn(items)) }),
		...(additionalProperties === undefined
			? {}
			: { additionalProperties: isSchema(additionalProperties) ? plainly(additionalProperties) : additionalProperties }),
	};
}

function isSchema(value: unknown): value is Schema {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function schemaIn(value: unknown): Schema {
	return isSchema(value) ? value : {};
}
