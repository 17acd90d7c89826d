import { fileURLToPath } from 'node:url'
import { loadProject } from '@content-api/model'
import type { Connection } from '@content-api/engine/database'
import { sourcesOf } from '../../src/http/model-document.js'
import { type ContentApi, createContentApi, type EntryLine } from '../../src/index.js'

const example = new URL('../../../../examples/atlas/', import.meta.url)

export const atlasRegistry = await loadProject(fileURLToPath(example))

/**
 * The time limit of a statement. It exceeds the cost of every accepted request, and limits the duration of
 * the test.
 */
const statementMilliseconds = 6_000

interface Entries {
  readonly atlasEntries: () => AsyncIterable<EntryLine>
}

/** Yields all entries, but of the cities only those whose id is a multiple of `oneCityOf`. */
async function* entries(oneCityOf: number): AsyncIterable<EntryLine> {
  const { atlasEntries } = (await import(new URL('entries.mjs', example).href)) as Entries
  for await (const line of atlasEntries()) {
    if (line.type !== 'api::city.city' || line.id % oneCityOf === 0) yield line
  }
}

/** Opens a service with the schemas and the content of the atlas, without its project code. */
export async function openAtlas(database: Connection, oneCityOf: number): Promise<ContentApi> {
  const config = { i18n: { locales: ['en', 'fr'] }, limits: { statementMilliseconds } }
  const api = await createContentApi({ ...sourcesOf(atlasRegistry), database, config })
  await api.importEntries(entries(oneCityOf))
  return api
}
