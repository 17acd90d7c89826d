/** The major versions of Node on which the packages are tested, each with the major version of npm beside it. */
export declare const nodeVersions: readonly { readonly node: number; readonly npm: number }[]
