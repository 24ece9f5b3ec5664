/** Name → text of every shipped profile. The build puts the files of `definitions/profiles` in place of this module. */
const texts: Readonly<Record<string, string>> = {};
export default texts;
