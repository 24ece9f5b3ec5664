/** The reference page: the OpenAPI document as a page that needs nothing from elsewhere. */

export type { OpenApiDocument, Operation, Parameter, Schema } from "./open-api-document.ts";
export { loginPage, referencePage } from "./reference-page.ts";
export { REFERENCE_SCRIPT } from "./reference-script.ts";
export { REFERENCE_STYLE } from "./reference-style.ts";
