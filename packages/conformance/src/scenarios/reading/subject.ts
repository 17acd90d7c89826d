import { isRecord, read } from '../../check/read.js'
import type { Entry, EntryView } from '../../target/entry-view.js'
import { makeMany } from '../../fixtures/maker.js'
import { namesOf } from '../../content-model/type-names.js'
import type { Exchange } from '../../target/exchange.js'
import type { ScenarioContext } from '../scenario-context.js'

type Parameters = Readonly<Record<string, unknown>>

/** Content to read: a complete content type of the target, or the entries that this run created. */
export interface Subject {
  readonly path: string
  /** A text attribute that is set in all of `entries`, with at least two different values. */
  readonly attribute: string
  /** The attribute that filters and sorts by the ids of `entries`. */
  readonly idAttribute: EntryView['idAttribute']
  readonly entries: readonly Entry[]
  readonly list: (query?: Parameters) => Promise<Exchange>
}

const sampleSize = 5

export async function subjectOf(
  t: ScenarioContext,
  path: string,
  scope: Parameters,
  wanted?: readonly string[],
): Promise<Subject> {
  const list = (query: Parameters = {}) => {
    const filters = isRecord(query['filters']) ? query['filters'] : {}
    const both =
      Object.keys(scope).length === 0
        ? filters
        : { $and: [scope, filters].filter((part) => Object.keys(part).length > 0) }
    return t.session.get(path, Object.keys(both).length === 0 ? query : { ...query, filters: both })
  }
  const response = await list({ pagination: { pageSize: sampleSize } })
  const entries = t.entries(response)
  if (entries.length < 2) t.block(`${path} has ${entries.length} entries: name a content type with two or more.`)
  const attributes = wanted ?? Object.keys(entries[0]?.attributes ?? {})
  const attribute = attributes.find((name) => {
    const values = entries.map((entry) => entry.attributes[name])
    return (
      values.every((value) => typeof value === 'string' && value !== '') &&
      !name.endsWith('At') &&
      new Set(values).size > 1
    )
  })
  return {
    path,
    attribute: attribute ?? t.block(`${path} has no text attribute with differing values.`),
    idAttribute: t.view.idAttribute,
    entries,
    list,
  }
}

/** Returns the content types that the configuration names. None means that the run creates what it reads. */
export const namedSubjects = (t: ScenarioContext): Promise<Subject[]> =>
  Promise.all(
    t.configuration.types.map((type) =>
      typeof type === 'string'
        ? subjectOf(t, `/api/${type}`, {})
        : subjectOf(t, `/api/${type.type}`, {}, type.attributes),
    ),
  )

/**
 * Returns the content that the read-only scenarios read: the content types of the configuration, or a few
 * tags that this run creates.
 * @throws Blocked if a type has too few entries or no text attribute with differing values, or if the
 *   configuration names no types and the run may not write
 */
export async function subjects(t: ScenarioContext): Promise<Subject[]> {
  if (t.configuration.types.length > 0) return namedSubjects(t)
  if (!t.session.target.mayWrite) t.block('No content type to read is configured, and this run may not write.')
  const marker = await t.fixtures.get('subject', async (session) => {
    const names = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo']
    await makeMany(
      session,
      'tag',
      names.map((name, index) => ({ name, weight: index === 3 ? null : index % 3 })),
    )
    return session.marker
  })
  return [await subjectOf(t, namesOf('tag').path, { marker: { $eq: marker } }, ['name'])]
}

export const totalOf = (response: Exchange) => Number(read(response.body, 'meta.pagination.total'))
export const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id)
