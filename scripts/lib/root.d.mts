/** The workspace's folder, without a trailing slash. */
export const root: string

/** Returns the path of a program of a workspace dependency. */
export function binOf(dependency: string, name?: string): string
