import { describe, expect, it } from "vitest";
import type { Analyser } from "../analyser.ts";
import { awsOperation, cloudOperation } from "./cloud-operation.ts";
import { codeOperands, codeOrResponseOperands } from "./code-operands.ts";
import { make } from "./make.ts";
import { mavenGoals } from "./maven-goals.ts";
import { npmPackages } from "./npm-packages.ts";
import { pipPackages } from "./pip-packages.ts";

const found = (analyser: Analyser, ...operands: readonly (string | null)[]) =>
	analyser(operands).map((finding) => (finding.kind === "hazard" ? finding.segment : finding.kind));

describe("operands of package managers and builders", () => {
	it("[programs-a-npm] npm takes names from the registry and files of the workspace, addresses must be named", () => {
		expect(found(npmPackages, "react", "@types/node@20", "typescript@^5", "./packages/a", "a@npm:b", "a@workspace:*", ".", null)).toEqual(
			[],
		);
		const addresses = [
			"user/repo",
			"https://x.example/a.tgz",
			"git+ssh://git@x.example/a",
			"github:u/r",
			"a@https://x.example/a",
			"/tmp/a",
			"../a",
			"file:../a",
			"git@x.example:a/b",
		];
		for (const address of addresses) expect(found(npmPackages, address)).toEqual([address]);
	});

	it("[programs-a-pip] pip takes names from the index and files of the workspace, addresses must be named", () => {
		expect(found(pipPackages, "requests", "a[b]>=1,<2", ".", "./a", "dist/a.whl")).toEqual([]);
		for (const address of ["https://x.example/a.whl", "git+https://x.example/a", "a @ https://x.example/a", "/tmp/a", "../a"]) {
			expect(found(pipPackages, address)).toEqual([address]);
		}
	});

	it("[programs-a-make] variables of make must be named, switches with a harmless value need not", () => {
		expect(found(make, "test", "all", "V=1", "VERBOSE=true")).toEqual([]);
		for (const word of ["SHELL=sh", "CC=1", "X=./evil", "X:=y", "X+=y", "X!=id", "MAKEFLAGS=1", ".SHELLFLAGS=1", "BUILD="])
			expect(found(make, word)).toEqual([word]);
		expect(found(make, null)).toEqual(["ask"]);
	});

	it("[programs-a-mvn] phases and known checks are plain, other goals must be named", () => {
		expect(found(mavenGoals, "clean", "verify", "dependency:tree", "spotless:check")).toEqual([]);
		expect(found(mavenGoals, "exec:exec", "g:a:1:run", "deploy", "release:perform")).toEqual([
			"exec:exec",
			"g:a:1:run",
			"deploy",
			"release:perform",
		]);
	});

	it("[programs-a-pytest] code outside the working directory and response files must be named", () => {
		expect(found(codeOrResponseOperands, "tests/test_a.py::test_x", "/ws/tests", "src")).toEqual([]);
		expect(found(codeOrResponseOperands, "@args", "/tmp/x", "../x", "~/x")).toEqual(["@args", "/tmp/x", "../x", "~/x"]);
		expect(found(codeOperands, "@smoke", "/dev/shm/x")).toEqual(["/dev/shm/x"]);
	});

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
