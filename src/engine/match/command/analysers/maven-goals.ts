import type { AnalyserFinding } from "../analyser.ts";

const CHECKING =
	/^(?:dependency:(?:tree|analyze|list|resolve|analyze-only|analyze-duplicate|build-classpath|go-offline)|help:[a-z-]+|versions:display-[a-z-]+|surefire:(?:test|help)|failsafe:[a-z-]+|compiler:(?:compile|testCompile)|resources:(?:resources|testResources)|spotless:check|checkstyle:check|checkstyle:checkstyle|pmd:check|pmd:cpd-check|spotbugs:check|enforcer:enforce|jacoco:(?:report|check|prepare-agent)|formatter:validate|fmt:check|clean:clean|jar:jar|site:site)$/;

/** Judges the goals of maven: `plugin:goal` may be any plug-in, fetched and run; phases of the project's own build are plain. */
export function mavenGoals(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand): readonly AnalyserFinding[] => {
		if (operand === null) return [];
		if (/^(?:deploy|site-deploy)$/.test(operand) || operand.startsWith("release:")) {
			return [{ kind: "hazard", hazard: "redirects", segment: operand, why: "publishes the project" }];
		}
		if (!operand.includes(":") || CHECKING.test(operand)) return [];
		return [{ kind: "hazard", hazard: "runs", segment: operand, why: "runs a goal of a plug-in that need not belong to the project" }];
	});
}
