import { type ContentType, isScalar } from '@content-api/model'
import { entryColumns } from '../../../../engine/src/layout/columns.js'
import { envelopeOf, succeeded, withBody } from '../responses.js'
import { isLive } from '../reference/filter.js'
import { shownNames } from '../reference/values.js'
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
  strapi: 'never returns `meta` beside `id` and `attributes`.',
  ours: 'returns `meta.availableLocales` with localized entries of lists and single reads, and `meta: {}` in responses to writes.',
  why: 'the specification shows both (§2.2, §4.1).',
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
  const withItsMeta = (entry: Entry) => ({ ...entry, meta: meta(entry) })
  if (Array.isArray(data)) return data.map(withItsMeta)
  return data === null ? null : withItsMeta(data as Entry)
}

/** Returns a function from an id to the locales of its visible localizations, including that of the entry. */
async function localesOf({ target, world }: Case, type: ContentType): Promise<(id: number) => unknown[]> {
  const preview = target?.query['publicationState'] === 'preview'
  const rows = await world.rows(type)
  return (id) => {
    const group = rows.find((row) => idOf(row) === id)?.[entryColumns.group]
    return rows
      .filter((row) => row[entryColumns.group] === group && (preview || isLive(type, row)))
      .map((row) => row['locale'])
  }
}

export const fieldsOfDeletedSingles: Rule = {
  name: '0086-deleted-singles-show-fields',
  strapi: 'ignores `fields` when a single type is deleted.',
  ours: 'returns the selected `fields`, as for every other write.',
  why: 'a response holds the attributes that the client selects.',
  when: ({ target }, theirs) =>
    target?.operation === 'delete' &&
    target.id === null &&
    target.query['fields'] !== undefined &&
    envelopeOf(theirs) !== null,
  expected({ target }, theirs) {
    const envelope = envelopeOf(theirs)
    if (!target || !envelope) return theirs
    const names = new Set(shownNames(target.type, target.query['fields']))
    const entry = envelope.data as { attributes: Readonly<Record<string, unknown>> }
    const attributes = Object.fromEntries(
      Object.entries(entry.attributes).filter(([name]) => names.has(name) || !isScalarOf(target.type, name)),
    )
    return withBody(theirs, { ...envelope, data: { ...entry, attributes } })
  },
}

function isScalarOf(type: ContentType, name: string): boolean {
  const attribute = type.attributes[name]
  return attribute !== undefined && isScalar(attribute)
}
