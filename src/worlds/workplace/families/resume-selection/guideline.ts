/** How resumes are read in this house: the written rule that truth and solution both follow. */

export const GUIDELINE = `# How we read resumes

A candidate is suitable only if every point of the request is met.

- **Position.** What counts is the line "Applying for", not what somebody did before.
- **Degree.** The highest degree counts. From the lowest to the highest: High School, Associate, Bachelor, Master, Doctorate. "At least Bachelor" is met by a Bachelor, a Master and a Doctorate.
- **Major.** The major of the highest degree must be one of those named, word for word. A related subject is another subject.
- **Experience.** Add up the years of all posts under "Experience", whatever they were. What stands under "Internships" does not count.
- **Skills.** Every skill that is asked for must stand under "Skills", word for word. What somebody would like to learn is not a skill yet, and a skill with a longer name is another skill.

Capital and small letters make no difference.
`;
