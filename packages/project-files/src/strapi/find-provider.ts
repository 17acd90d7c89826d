import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'

/** A plugin of Strapi 4 whose work a provider does. */
export type ProviderKind = 'upload' | 'email'

/** Providers that Strapi publishes, by kind. Others are published under names of their own. */
const ofStrapi: Readonly<Record<ProviderKind, readonly string[]>> = {
  upload: ['local', 'cloudinary', 'aws-s3'],
  email: ['sendmail', 'nodemailer', 'sendgrid', 'mailgun', 'amazon-ses'],
}

/** Returns the package that a project has to install for a provider. */
export function packageOf(kind: ProviderKind, name: string): string {
  const known = name.toLowerCase()
  if (ofStrapi[kind].includes(known)) return `@strapi/provider-${kind}-${known}`
  return isPackage(name) && (name.startsWith('@') || name.includes('provider'))
    ? name
    : `strapi-provider-${kind}-${known}`
}

const isPackage = (name: string) => /^(?:@[\w.-]+\/)?[\w-][\w.-]*$/.test(name)

/**
 * Finds the code of a provider as Strapi 4 does, which tries `@strapi/provider-<kind>-<name>` before the name
 * itself. Also finds packages named `strapi-provider-<kind>-<name>`, and folders and files of the project.
 * @param project the folder of the project, whose `node_modules` are searched
 * @returns the path of a file; null if the provider isn't installed
 */
export function findProvider(kind: ProviderKind, name: string, project: string): string | null {
  const { resolve: find } = createRequire(join(resolve(project), 'package.json'))
  // Strapi 4 changes names to lower case, which a package always has.
  const lower = name.toLowerCase()
  const names = [`@strapi/provider-${kind}-${lower}`, `strapi-provider-${kind}-${lower}`, lower]
  for (const each of isPackage(name) ? names : []) {
    const file = attempt(() => find(each))
    // Modules of Node have no path.
    if (file !== null && isAbsolute(file)) return file
  }
  const places = [name, lower, `providers/strapi-provider-${kind}-${lower}`, `providers/${lower}`]
  for (const place of places.map((each) => resolve(project, each))) {
    const file = attempt(() => find(place)) ?? typescriptAt(place)
    if (file !== null && statSync(file).isFile()) return file
  }
  return null
}

function attempt(find: () => string): string | null {
  try {
    return find()
  } catch {
    return null
  }
}

/** `require` knows no TypeScript. */
function typescriptAt(place: string): string | null {
  return [place, `${place}.ts`, join(place, 'index.ts'), join(place, 'src', 'index.ts')].find(isFile) ?? null
}

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()
