import { eachStore } from "../store/with-stores.ts";
import { budgetsContract } from "./budgets-contract.ts";
import { grantsContract } from "./grants-contract.ts";

eachStore("grants and approvals", grantsContract);
eachStore("budgets", budgetsContract);
