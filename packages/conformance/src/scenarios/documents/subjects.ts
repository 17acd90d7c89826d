import { NotApplicable } from '../../check/check-failure.js'
import { must, create, make } from '../../fixtures/maker.js'
import { namesOf } from '../../content-model/type-names.js'
import type { Entry } from '../../target/entry-view.js'
import type { Session } from '../../target/session.js'
import { namedSubjects, type Subject, subjectOf } from '../reading/subject.js'
import { type Scenario, scenario } from '../scenario.js'
import type { ScenarioContext } from '../scenario-context.js'
import { shelf } from '../queries/shelf.js'

type Parameters = Readonly<Record<string, unknown>>

export const draft = { status: 'draft' }
export const published = { status: 'published' }

/** Changes a document of a fixture. */
async function change(session: Session, { id }: Entry, data: Parameters, query: Parameters): Promise<void> {
  must(
    await session.request('PUT', `${namesOf('page').path}/${id}`, { body: { data }, query, purpose: 'set-up' }),
    'Changing a page',
  )
}

/**
 * Returns the content types of the configuration, or pages in several states: published, changed since,
 * unpublished, and localized.
 */
export async function documents(t: ScenarioContext): Promise<Subject[]> {
  if (t.configuration.types.length > 0) return namedSubjects(t)
  const { other } = t.configuration.locales
  const marker = await t.fixtures.get('documents', async (session) => {
    const both = await make(session, 'page', { title: 'published', shared: 'alder' })
    await change(session, both, { title: 'published elsewhere' }, { locale: other })
    const changed = await make(session, 'page', { title: 'changed', shared: 'birch' })
    await change(session, changed, { title: 'changed again' }, draft)
    await make(session, 'page', { title: 'third', shared: 'cedar' })
    must(await create(session, 'page', { title: 'unpublished', shared: 'dogwood' }, { query: draft }), 'Making a draft')
    return session.marker
  })
  return [await subjectOf(t, namesOf('page').path, { marker: { $eq: marker } }, ['title'])]
}

/** Returns the content types of the configuration, or articles with relations. */
export async function related(t: ScenarioContext): Promise<Subject[]> {
  if (t.configuration.types.length > 0) return namedSubjects(t)
  const { marker } = await shelf(t)
  return [await subjectOf(t, namesOf('article').path, { marker: { $eq: marker } }, ['title'])]
}

type Look = (t: ScenarioContext, subject: Subject) => Promise<void>

/** Returns a read-only scenario of tier 0 for Strapi 5. */
export const reading5 = (
  id: string,
  clauses: readonly string[],
  title: string,
  look: Look,
  of: (t: ScenarioContext) => Promise<Subject[]> = documents,
): Scenario =>
  scenario({
    id: `documents.${id}`,
    tier: 0,
    clauses,
    title,
    run: async (t) => {
      const subjects = await of(t)
      const lacking: NotApplicable[] = []
      for (const subject of subjects) {
        await look(t, subject).catch((error: unknown) => {
          if (!(error instanceof NotApplicable)) throw error
          lacking.push(error)
        })
      }
      const [first] = lacking
      if (first && lacking.length === subjects.length) throw first
    },
  })

/**
 * Returns the drafts of a type. The scenario doesn't apply to types of the configuration without drafts. The
 * pages of the content model have drafts.
 */
export async function draftsOf(t: ScenarioContext, { path, list }: Subject): Promise<readonly Entry[]> {
  const response = await list({ ...draft, pagination: { pageSize: 100 } })
  const entries = t.entries(response)
  if (entries.every(({ attributes }) => attributes['publishedAt'] === null)) return entries
  return t.lacking('types', `${path} has no drafts: a draft has another publishedAt than null.`, 'draftAndPublish')
}

/** Returns the locale of the entries of a type. The scenario doesn't apply to types without locales. */
export function localeOf(t: ScenarioContext, { path, entries }: Subject): string {
  const locale = entries[0]?.attributes['locale']
  return typeof locale === 'string'
    ? locale
    : t.lacking('types', `${path} is not localized: an entry has no locale.`, 'i18n')
}
