import { describe } from "vitest";
import { budgetsContract } from "../../../test/grants/budgets-contract.ts";
import { grantsContract } from "../../../test/grants/grants-contract.ts";
import { openStore } from "../../store/index.ts";

describe("grants and approvals", () => grantsContract(() => openStore(":memory:")));
describe("budgets", () => budgetsContract(() => openStore(":memory:")));
