/** What agents have spent and set aside, counted for each agent and everyone above it. */
export { release, reserve, settle, sweepReservations } from "./reserve.ts";
export { type BudgetMember, budgetChain, type SpendAmounts, type SpendLimits, spend } from "./spend.ts";
