// The lines of changelogs. Those of Changesets begin with the hash of a commit, which users can't look up.

/** Returns the line of a change: its changeset. */
export const getReleaseLine = async ({ summary }) => `- ${summary.trim().replaceAll(/\n(?=.)/g, '\n  ')}`

/** Returns the line about new versions of dependencies, or nothing. */
export const getDependencyReleaseLine = async (_changesets, dependencies) =>
  dependencies.length === 0
    ? ''
    : `- Updated dependencies: ${dependencies.map(({ name, newVersion }) => `${name}@${newVersion}`).join(', ')}`
