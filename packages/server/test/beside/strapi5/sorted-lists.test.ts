import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type JsonText, parseText } from '@content-api/engine/plan'
import { expect, it } from 'vitest'
import { cleanUpAfterFile } from '../../../../../tests/support/clean-up.js'
import { createDatabase } from './changed-database.js'
import { openRecordedBeside, readAs } from './served-project.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-strapi5-sorted-'))
cleanUpAfterFile(() => rmSync(folder, { recursive: true, force: true }))

// A place has no drafts, so it is linked to both versions of its star.
it.each(['sqlite', 'postgres'] as const)(
  'contain each entry once that is linked to several versions, on %s',
  async (dialect) => {
    const beside = await openRecordedBeside(join(folder, dialect), await createDatabase(dialect, folder))
    const idsOf = async (query: string, path = '/api/places') => {
      const outcome = await readAs(beside, `${path}?fields=name&${query}`)
      if (outcome.kind !== 'response') throw new Error(JSON.stringify(outcome))
      const { data } = parseText(outcome.response.body as JsonText) as { data: { id: number }[] }
      return data.map(({ id }) => id)
    }
    const unsorted = await idsOf('')
    for (const sort of ['star.slug', 'star.publishedAt:desc,id']) {
      expect(
        (await idsOf(`sort=${sort}`)).toSorted((one, other) => one - other),
        sort,
      ).toEqual(unsorted)
    }
    // The draft of the first tag's hero has no date, like the hero of the second tag. SQLite
    // begins with NULL, and PostgreSQL with the date of the published hero.
    const [first, second] = await idsOf('sort=hero.publishedAt,id', '/api/tags')
    expect([first, second]).toEqual(dialect === 'sqlite' ? [1, 2] : [1, 3])
    // Strapi 5 leaves the order of equal rows to the database, and fails for counts with these options.
    const counts = ['populate[tags][sort]=name', 'populate[tags][populate]=articles'].map(
      (option) => `${option}&populate[tags][count]=true`,
    )
    const queries = [...counts, 'populate[tags][sort]=name', 'filters[publishTime]=08:30:00.25']
    const outcomes = await Promise.all(queries.map((query) => readAs(beside, `/api/articles?${query}`)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['forwarded', 'forwarded', 'forwarded', 'response'])
    await beside.close()
  },
)
