import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";

/** Commands of gpg that only print. */
const PRINTS =
	/^(?:-[adkKv]*[dkK][adkKv]*|--(?:list-|check-|show-|print-|dump-|verify|export|fingerprint|decrypt$|version|help|card-status|gen-random|gen-prime|locate-keys|gpgconf-).*)$/;

/** Reads the words of gpg: without a command it unpacks its operand into a file whose name the message or the operand gives. */
export const gpg: Analyser = (words) => {
	if (words.some((word) => word !== null && PRINTS.test(word))) return [];
	const operands = words.some((word) => word === null || !word.startsWith("-"));
	return operands || words.length === 0 ? [undecided("", "what is unpacked is written to a file that the message may name")] : [];
};
