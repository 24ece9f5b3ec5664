export { decodeText } from "./decode-text.ts";
export type { Fault, Position, Positions } from "./fault.ts";
export { readYaml, type YamlReading } from "./read-yaml.ts";
