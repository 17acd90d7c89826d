import { read } from '../../check/read.js'
import type { ModelType } from '../../content-model/type-names.js'
import { create, entryOf, must } from '../../fixtures/maker.js'
import type { Entry } from '../../target/entry-view.js'
import type { Exchange } from '../../target/exchange.js'
import type { Session } from '../../target/session.js'
import type { ScenarioContext } from '../scenario-context.js'

const around = 60

/** Returns a part of a response around a text that it contains. */
function excerpt(text: string, found: string): string {
  const at = text.indexOf(found)
  return `…${text.slice(Math.max(0, at - around), at + found.length + around)}…`
}

interface Expectation {
  /** What the response must not show, as the subject of a message. */
  readonly what: string
  /** Texts that the response must not contain. */
  readonly hidden: readonly string[]
  /** Texts that it must contain, so that an empty response doesn't pass. */
  readonly shown?: readonly string[]
}

/** Checks that a response hides some texts, and that it shows others. */
export function expectHidden(t: ScenarioContext, response: Exchange, { what, hidden, shown = [] }: Expectation): void {
  for (const text of hidden)
    t.that(response, !response.text.includes(text), what, `a response without ${text}`, excerpt(response.text, text))
  for (const text of shown)
    t.that(
      response,
      response.text.includes(text),
      'The response lacks what the caller may see',
      `a response with ${text}`,
      response.text,
    )
}

/** Checks that a request is rejected, and that its response hides some texts. */
export function expectDenied(t: ScenarioContext, response: Exchange, what: string, hidden: readonly string[]): void {
  expectHidden(t, response, { what, hidden })
  t.that(
    response,
    response.status >= 400 && response.status < 500,
    what,
    'a rejection with status 4xx',
    `status ${response.status} ${response.text}`,
  )
}

/** Returns what a response shows of the value in its request: its status, its entries and their number. */
const shownBy = ({ status, body }: Exchange): unknown => ({
  status,
  data: status < 300 ? (read(body, 'data') ?? null) : null,
  total: read(body, 'meta.pagination.total') ?? null,
  errors: Array.isArray(read(body, 'errors')),
})

/**
 * Checks that responses don't depend on the value in the request: a caller who guesses learns nothing. Two
 * rejections are the same.
 */
export async function expectBlind(
  t: ScenarioContext,
  what: string,
  guesses: readonly [right: unknown, wrong: unknown],
  ask: (guess: unknown) => Promise<Exchange>,
): Promise<void> {
  const right = await ask(guesses[0])
  const wrong = await ask(guesses[1])
  t.equal(right, what, shownBy(right), shownBy(wrong))
}

interface Version {
  readonly draft?: boolean
  readonly locale?: string
}

/** Creates an entry that a scenario needs as a draft or in a locale, whatever the generation of the target. */
export async function makeVersion(
  session: Session,
  type: ModelType,
  data: Readonly<Record<string, unknown>>,
  { draft = false, locale }: Version,
): Promise<Entry> {
  const inBody = { ...(draft ? { publishedAt: null } : {}), ...(locale === undefined ? {} : { locale }) }
  const inQuery = { ...(draft ? { status: 'draft' } : {}), ...(locale === undefined ? {} : { locale }) }
  const { hasVersions } = session.view
  const response = must(
    await create(session, type, hasVersions ? data : { ...data, ...inBody }, {
      purpose: 'set-up',
      ...(hasVersions ? { query: inQuery } : {}),
    }),
    `Creating a version of ${type}`,
  )
  const entry = entryOf(session, response)
  if (!entry) throw new Error(`Creating a version of ${type} returned no entry.`)
  return entry
}

/** Parameters that a list takes besides the ones of a check: none of them may change what it hides. */
export const companions = (relation: string, field: string): readonly Readonly<Record<string, unknown>>[] => [
  {},
  { populate: [relation] },
  { populate: '*' },
  { populate: { [relation]: { fields: ['marker'] } } },
  { fields: [field] },
  { sort: `${field}:desc` },
  { filters: { [field]: { $notNull: 'true' } } },
  { filters: { $or: [{ [field]: { $notNull: 'true' } }, { [field]: { $null: 'true' } }] } },
  { filters: { $and: [{ id: { $notNull: 'true' } }, { $not: { [field]: { $null: 'true' } } }] } },
  { pagination: { page: 1, pageSize: 50 } },
  { pagination: { start: 0, limit: 50 } },
  { pagination: { withCount: 'false' } },
  { populate: [relation], sort: field, fields: [field], pagination: { pageSize: 50 } },
]
