/** What people allow beyond a writ: grants, and the approvals that agents ask for. */
export {
	type Approval,
	answerApproval,
	denyApprovalsOf,
	expireApprovals,
	findApproval,
	listApprovals,
	requestApproval,
	takeApproved,
} from "./approvals.ts";
export {
	activeGrants,
	countGrants,
	createGrant,
	endSessionGrants,
	endTaskGrants,
	expireGrants,
	findGrant,
	GRANT_SCOPES,
	type Grant,
	type GrantScope,
	type GrantWish,
	listGrants,
	liveGrantsOf,
	revokeGrant,
	useGrant,
} from "./grants.ts";
