import { type Shown, changeEntries } from '../entries-of.js'
import { envelopeOf, succeeded, withBody } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import { type Target, isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { dataOf } from './bodies.js'
import { ran, withFieldError } from './graphql-responses.js'
import { invalid } from './query-mistakes.js'
import { refusal } from './refusals.js'

const texts = {
  name: '0364-a-write-names-its-locale',
  strapi: 'ignores `locale` in the query of a write, and in the body of an update.',
  ours: 'creates an entry in the locale of the query. It rejects a locale with 400 if the entry or the body has another one.',
  why: 'content in one language must not overwrite content in another one.',
} as const

/** Returns the locale of the entry that an update or delete addresses. */
async function storedLocale({ world }: Case, { type, id }: Target, named: unknown): Promise<unknown> {
  // The entry of a single type is addressed by the locale.
  if (id === null) return named ?? 'en'
  return (await world.row(type, id))?.['locale']
}

const contradicts = (named: unknown, locale: unknown) =>
  typeof named === 'string' && typeof locale === 'string' && named !== 'all' && named !== locale

const isUpdate = ({ operation }: Target) => operation === 'update' || operation === 'delete'

async function isContradiction(of: Case): Promise<boolean> {
  const { target } = of
  if (!target?.type.localized || !isUpdate(target)) return false
  const named = target.query['locale']
  const locale = await storedLocale(of, target, named)
  return contradicts(named, locale) || contradicts(dataOf(of)?.['locale'], locale)
}

export const localesOfUpdates = refusal({
  ...texts,
  refuses: async (of) => ((await isContradiction(of)) ? { ...invalid(), paths: [['locale']] } : null),
  async instead(of) {
    if (!(await isContradiction(of))) return null
    const { locale: _, ...data } = dataOf(of) ?? {}
    return data
  },
  async insteadPath(of) {
    return (await isContradiction(of)) ? of.request.path.replace(/([?&])locale=\w+/, '$1') : null
  },
})

export const localesOfNewEntries: Rule = {
  ...texts,
  when: (of, theirs) =>
    of.target?.operation === 'create' &&
    of.target.type.localized &&
    succeeded(theirs) &&
    typeof of.target.query['locale'] === 'string' &&
    dataOf(of)?.['locale'] === undefined,
  async expected({ target, world }, theirs) {
    const envelope = envelopeOf(theirs)
    if (!target || !envelope) return theirs
    const inLocale = ({ attributes, depth }: Shown) =>
      depth === 0 && 'locale' in attributes ? { ...attributes, locale: target.query['locale'] } : attributes
    return withBody(theirs, {
      ...envelope,
      data: await changeEntries(envelope.data, target.type, world.registry, inLocale),
    })
  },
}

export const localesOfMutations: Rule = {
  ...texts,
  async when(of, theirs) {
    return ran(of, theirs) && (await failedRoots(of)).length > 0
  },
  async expected(of, theirs): Promise<JsonResponse> {
    const { graphql } = of
    let expected = theirs
    for (const key of await failedRoots(of)) {
      const error = { name: 'ValidationError', code: 'BAD_USER_INPUT', paths: [['locale']] }
      if (graphql) expected = withFieldError(graphql, expected, [key], error)
    }
    return expected
  },
}

async function failedRoots(of: Case): Promise<string[]> {
  const failed: string[] = []
  for (const { key, target, input } of of.graphql?.roots ?? []) {
    if (!target?.type.localized || !isUpdate(target) || !isRecord(input)) continue
    const { locale: named } = input
    if (contradicts(named, await storedLocale(of, target, named))) failed.push(key)
  }
  return failed
}
