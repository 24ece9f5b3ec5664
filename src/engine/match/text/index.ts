export { misleadingCharacter, showText } from "./misleading-character.ts";
