import { describe } from "vitest";
import { messagesContract } from "../../../test/messages/messages-contract.ts";
import { openStore } from "../../store/index.ts";

describe("messages", () => messagesContract(() => openStore(":memory:")));
