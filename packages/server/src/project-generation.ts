import { resolve } from 'node:path'
import { strapiVersionOf } from '@content-api/model'

/** Returns whether a folder is a project of Strapi 5, whose content lies in Strapi's own tables. */
export function isDocumentProject(project: string): boolean {
  const version = strapiVersionOf(resolve(project))
  return version !== null && version.major >= 5
}
