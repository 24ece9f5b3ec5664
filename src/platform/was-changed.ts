import { isUtf8 } from "node:buffer";

/** Whether a text that Node read is another one than its bytes say: in place of what is not UTF-8 it puts a mark. */
export function wasChanged(text: string, bytes: () => Uint8Array): boolean {
	return text.includes("\uFFFD") && !isUtf8(bytes());
}
