import type { ContentType } from '@content-api/model'
import { groupColumn } from '../../../src/storage/layout.js'
import { envelopeOf, succeeded, withBody } from '../answers.js'
import { isLive } from '../reference/filter.js'
import type { Case, Rule } from '../rule.js'
import type { Operation } from '../request-target.js'
import { idOf } from '../world.js'

interface Entry {
  readonly id: number
}

const reads: ReadonlySet<Operation> = new Set(['list', 'one', 'single'])
const writes: ReadonlySet<Operation> = new Set(['create', 'update', 'delete'])

export const entryMeta: Rule = {
  name: '0031-meta-of-entries',
  strapi: 'never puts `meta` beside `id` and `attributes`.',
  ours: 'gives `meta.availableLocales` of localised entries in lists and single answers, and `meta: {}` in write answers.',
  why: 'The specification shows both (§2.2, §4.1).',
  when: ({ target }, theirs) => target !== null && succeeded(theirs) && envelopeOf(theirs) !== null,
  async expected(of, theirs) {
    const { target } = of
    const envelope = envelopeOf(theirs)
    if (!target || !envelope) return theirs
    if (writes.has(target.operation))
      return withBody(theirs, { ...envelope, data: withMeta(envelope.data, () => ({})) })
    if (!reads.has(target.operation) || !target.type.localized) return theirs
    const locales = await localesOf(of, target.type)
    const data = withMeta(envelope.data, ({ id }) => ({ availableLocales: locales(id) }))
    return withBody(theirs, { ...envelope, data })
  },
}

function withMeta(data: unknown, meta: (entry: Entry) => unknown): unknown {
  const dress = (entry: Entry) => ({ ...entry, meta: meta(entry) })
  if (Array.isArray(data)) return data.map(dress)
  return data === null ? null : dress(data as Entry)
}

/** The locales of an entry's localizations that the caller may see, its own included. */
async function localesOf({ target, world }: Case, type: ContentType): Promise<(id: number) => unknown[]> {
  const preview = target?.query['publicationState'] === 'preview'
  const rows = await world.rows(type)
  return (id) => {
    const group = rows.find((row) => idOf(row) === id)?.[groupColumn]
    return rows
      .filter((row) => row[groupColumn] === group && (preview || isLive(type, row)))
      .map((row) => row['locale'])
  }
}
