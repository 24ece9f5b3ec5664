/** As much of an OpenAPI 3.1 document as the page shows. */
export interface OpenApiDocument {
	readonly openapi: string;
	readonly info: { readonly title: string; readonly version: string; readonly description?: string };
	readonly security: readonly unknown[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>>; readonly securitySchemes: unknown };
}

export interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description?: string;
	/** Empty = without a key. */
	readonly security?: readonly unknown[];
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly required?: boolean; readonly content: Content };
	readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

export interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required?: boolean;
	readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;

export interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly description?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly default?: unknown;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
}
