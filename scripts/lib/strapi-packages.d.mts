export const strapiVersion: string
export const strapi5Versions: readonly string[]

/** Returns the version of Strapi in the node_modules of a folder, or undefined. */
export function findStrapi(folder: string): string | undefined

/** Returns the folder `node_modules` with the packages of a project. Installs them if they are missing. */
export function strapiPackages(
  project: string,
  options: {
    readonly packages?: string | undefined
    readonly say: (line: string) => void
    readonly version?: string
  },
): Promise<string>

/** Returns the manifest whose packages `strapiPackages` installs for a project. */
export function manifestOf(
  project: string,
  version: string,
): { readonly dependencies: Readonly<Record<string, string>>; readonly overrides: Readonly<Record<string, string>> }
