/** Text of a shell to simple commands: words, forms, walk. There is no state: a text is a list of forms with one meaning each. */
export { FORMS, type Form, OUTSIDE } from "./forms.ts";
export { type CommandJudgement, judgeCommand } from "./judge-command.ts";
