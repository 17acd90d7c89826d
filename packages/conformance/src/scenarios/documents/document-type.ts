import { entryOf, must } from '../../fixtures/maker.js'
import { namesOf } from '../../content-model/type-names.js'
import type { Entry, EntryId } from '../../target/entry-view.js'
import type { Exchange } from '../../target/exchange.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'

type Parameters = Readonly<Record<string, unknown>>

/** The content type whose documents tier 1 writes: the configured one, or pages of the content model. */
export interface DocumentType {
  readonly path: string
  readonly attribute: string
  readonly post: (value: unknown, query?: Parameters) => Promise<Exchange>
  readonly put: (id: EntryId, data: Parameters, query?: Parameters) => Promise<Exchange>
  readonly read: (id: EntryId, query?: Parameters) => Promise<Exchange>
  readonly remove: (id: EntryId, query?: Parameters) => Promise<Exchange>
  /** Creates a document that the scenario needs. */
  readonly make: (value: unknown, query?: Parameters) => Promise<Entry>
}

function typeOf(t: ScenarioContext): DocumentType {
  const { writable } = t.configuration
  const path = writable ? `/api/${writable.type}` : namesOf('page').path
  const attribute = writable?.attribute ?? 'title'
  const marker = writable?.marker ?? 'marker'
  const bodyOf = (value: unknown) => ({ data: { ...writable?.values, [marker]: t.marker, [attribute]: value } })
  const send = (value: unknown, query: Parameters, purpose: 'check' | 'set-up') =>
    t.session.creating('POST', path, bodyOf(value), { attribute: marker, query, purpose })
  return {
    path,
    attribute,
    post: (value, query = {}) => send(value, query, 'check'),
    put: (id, data, query = {}) => t.session.request('PUT', `${path}/${id}`, { body: { data }, query }),
    read: (id, query = {}) => t.session.get(`${path}/${id}`, query),
    remove: (id, query = {}) => t.session.request('DELETE', `${path}/${id}`, { query }),
    make: async (value, query = {}) =>
      entryOf(t.session, must(await send(value, query, 'set-up'), 'Creating a document')) ??
      t.block('Creating a document returned no entry.'),
  }
}

/** Returns a scenario of tier 1 for Strapi 5. */
export const writing5 = (
  id: string,
  clauses: readonly string[],
  title: string,
  run: (t: ScenarioContext, type: DocumentType) => Promise<void>,
): Scenario => scenario({ id: `documents.${id}`, tier: 1, clauses, title, run: (t) => run(t, typeOf(t)) })

export const draft = { status: 'draft' }

/** Creates a draft. The scenario doesn't apply to types without drafts. */
export async function makeDraft(t: ScenarioContext, type: DocumentType, value: unknown): Promise<Entry> {
  const entry = await type.make(value, draft)
  return entry.attributes['publishedAt'] === null
    ? entry
    : t.lacking('writable', `${type.path} has no drafts: a draft has another publishedAt than null.`, 'draftAndPublish')
}

/** Creates a document in the default locale. The scenario doesn't apply to types without locales. */
export async function makeLocalized(
  t: ScenarioContext,
  type: DocumentType,
  value: unknown,
): Promise<Entry & { readonly locale: string; readonly other: string }> {
  const entry = await type.make(value)
  const locale = entry.attributes['locale']
  if (typeof locale !== 'string')
    return t.lacking('writable', `${type.path} is not localized: an entry has no locale.`, 'i18n')
  return { ...entry, locale, other: t.configuration.locales.other }
}
