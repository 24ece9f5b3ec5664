import { describe } from "vitest";
import { edgesContract } from "../../../test/messages/edges-contract.ts";
import { openStore } from "../../store/index.ts";

describe("edges", () => edgesContract(() => openStore(":memory:")));
