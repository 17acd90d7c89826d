import { resolve } from 'node:path'
import { printRecommendations, recommendIndexes } from '@content-api/strapi-reads/indexes/recommend-indexes'
import { readBesideSettings } from '@content-api/strapi-reads/settings/read-beside-settings'
import { printable } from './report-error.js'

/** Prints the indexes that make the lists of a Strapi project faster, measured on its content. */
export async function doctorBeside(options: { readonly project: string }): Promise<void> {
  const project = resolve(options.project)
  const settings = await readBesideSettings(project)
  const recommendations = await recommendIndexes(project, settings)
  process.stdout.write(`${printable(printRecommendations(recommendations))}\n`)
}
