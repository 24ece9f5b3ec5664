import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { awsOperation, cloudOperation } from "./cloud-clients.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

describe("the operations of clouds", () => {
	it("[programs-a-aws] operations that are not plainly reading, or show secrets, must be named", () => {
		expect(found(awsOperation, "ec2", "describe-instances")).toEqual([]);
		expect(found(awsOperation, "s3")).toEqual([]);
		expect(found(awsOperation, "s3", "rm", "ls")).toEqual(["rm"]);
		expect(found(awsOperation, "secretsmanager", "get-secret-value")).toEqual(["secretsmanager"]);
		expect(found(awsOperation, "s3", null)).toEqual(["ask"]);
	});

	it("[programs-a-gcloud] the first verb decides, so that a name cannot pass for one", () => {
		expect(found(cloudOperation, "compute", "instances", "list")).toEqual([]);
		expect(found(cloudOperation, "compute", "instances", "delete", "list")).toEqual(["delete"]);
		expect(found(cloudOperation, "config", "set", "list", "x")).toEqual(["config"]);
		expect(found(cloudOperation, "auth", "print-access-token")).toEqual(["print-access-token"]);
		expect(found(cloudOperation, "up")).toEqual(["up"]);
		expect(found(cloudOperation, "frobnicate")).toEqual(["ask"]);
	});
});
