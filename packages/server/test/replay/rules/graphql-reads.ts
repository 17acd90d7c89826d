import { type AttributeType, isScalar } from '@content-api/model'
import { relatedField } from '@content-api/engine/plan'
import { withBody } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import { type GraphqlRequest, isQuery } from '../graphql-request.js'
import { expectedData } from '../reference/graphql.js'
import { eachKey, isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { codeOf, errorsOf, type GraphqlError, ran, withErrors, withFieldError } from './graphql-responses.js'
import { draftsInFilters, longLists, nullsAmongValues, sortOverLists, textOperatorsExact } from './lists.js'
import { relatedDraftsHidden } from './publication-state.js'

type Texts = Pick<Rule, 'name' | 'strapi' | 'ours' | 'why'>
type Ran = Case & { readonly graphql: GraphqlRequest }

/** Creates a rule for queries that return other entries than Strapi, or the same ones in another order. */
function readRule({ name, strapi, ours, why }: Texts, concerns: (of: Ran) => boolean): Rule {
  return {
    name,
    strapi,
    ours,
    why,
    when: (of, theirs) => ran(of, theirs) && isQuery(of.graphql) && concerns(of),
    async expected(of, theirs) {
      const { graphql } = of as Ran
      const body = theirs.body as { data: unknown }
      return withBody(theirs, { ...body, data: await expectedData(of, graphql, body.data) })
    },
  }
}

/** Returns the source of the document followed by the variables: one string to search for arguments. */
function argumentsOf({ document, variables }: GraphqlRequest): string {
  return `${document.loc?.source.body ?? ''} ${JSON.stringify(variables)}`
}

const mentions = (of: Ran, pattern: RegExp) => pattern.test(argumentsOf(of.graphql))

export const statesOfGraphql = readRule(
  {
    ...relatedDraftsHidden,
    strapi:
      'returns drafts by GraphQL to clients that read them by id, and in to-one relations. Lists of relations do not inherit the state of their parent.',
    ours: 'returns drafts only with `publicationState: PREVIEW`, which every level inherits. Single queries accept the argument too.',
  },
  ({ world, graphql }) =>
    [...world.registry.contentTypes.values()].some(
      ({ draftAndPublish, singularName }) =>
        draftAndPublish && mentions({ world, graphql } as Ran, new RegExp(singularName, 'i')),
    ),
)

export const filtersByDrafts = readRule(draftsInFilters, ({ graphql }) =>
  graphql.roots.some(({ target }) => isRecord(target?.query['filters']) || target?.query['sort'] !== undefined),
)

export const textOperatorsOfGraphql = readRule(textOperatorsExact, (of) =>
  mentions(of, /\b(eqi|nei|contains|notContains|containsi|notContainsi|startsWith|endsWith)\b/),
)

export const nullsInLists = readRule(nullsAmongValues, ({ graphql }) => {
  let found = false
  for (const { target } of graphql.roots) {
    eachKey(target?.query['filters'], (_key, below) => (found ||= Array.isArray(below) && below.includes(null)))
  }
  return found
})

export const sortsOfGraphql = readRule(sortOverLists, (of) => mentions(of, /sort/))

export const longListsOfGraphql = readRule(longLists, ({ graphql }) => {
  let long = false
  for (const { target } of graphql.roots) {
    eachKey(target?.query['filters'], (_key, below) => (long ||= Array.isArray(below) && below.length > 100))
  }
  return long
})

export const amountsLimited = readRule(
  {
    name: '0104-graphql-limits-are-those-of-the-specification',
    strapi:
      'has no `amountLimit`: `limit: -1` returns every entry, a page can have any size, and `page` without `pageSize` returns pages of one entry.',
    ours: 'returns at most `amountLimit` (100) entries per list, reports this number as the page size, and uses pages of 10 if the client sets no size.',
    why: 'the specification says so (§8), and the default page size is the same in every list.',
  },
  (of) => mentions(of, /pagination|page|limit/i),
)

export const defaultLocale = readRule(
  {
    name: '0106-no-locale-is-the-default-one',
    strapi: 'finds nothing by GraphQL if `locale` is null.',
    ours: 'uses the default locale.',
    why: 'an unset variable means that the client made no choice. An empty list would be wrong.',
  },
  ({ graphql }) => graphql.roots.some(({ input }) => input['locale'] === null),
)

/** Creates a rule for fields that are expected to fail. */
function fieldRule(
  texts: Texts,
  refuses: (of: Ran, root: GraphqlRequest['roots'][number], theirs: JsonResponse) => string | null,
): Rule {
  const { name, strapi, ours, why } = texts
  return {
    name,
    strapi,
    ours,
    why,
    when: (of, theirs) => ran(of, theirs) && of.graphql.roots.some((root) => refuses(of, root, theirs) !== null),
    expected(of, theirs) {
      const { graphql } = of as Ran
      let expected = theirs
      for (const root of graphql.roots) {
        const error = refuses(of as Ran, root, theirs)
        const code = error === 'PaginationError' ? 'STRAPI_PAGINATION_ERROR' : 'BAD_USER_INPUT'
        if (error !== null) expected = withFieldError(graphql, expected, [root.key], { name: error, code })
      }
      return expected
    },
  }
}

const least: Readonly<Record<string, number>> = { page: 1, pageSize: 1, limit: 1, start: 0 }

export const pagesOfGraphql = fieldRule(
  {
    name: '0037-pagination-values-are-checked',
    strapi: 'raises zero and negative values to 1 in GraphQL.',
    ours: 'rejects values below 1 (`start`: below 0), except `limit: -1`, which means the maximum.',
    why: 'otherwise the client would get a page that it did not request.',
  },
  (_of, { key, target }, theirs) => {
    const pagination = target?.query['pagination']
    if (!isRecord(pagination) || !isRecord(dataOf(theirs)) || dataOf(theirs)[key] === null) return null
    const wrong = Object.entries(pagination).some(
      ([name, value]) => typeof value === 'number' && value < (least[name] ?? 0) && !(name === 'limit' && value === -1),
    )
    return wrong ? 'PaginationError' : null
  },
)

const dataOf = ({ body }: JsonResponse) => (body as { data: Readonly<Record<string, unknown>> }).data

export const singlesHaveOneLocale = fieldRule(
  {
    name: '0107-a-single-type-is-asked-for-in-one-locale',
    strapi: 'returns an entry without an id for a single type with `locale: "all"`.',
    ours: 'rejects the argument: the type has one entry in each locale.',
    why: 'an empty entry is not a valid result.',
  },
  (_of, { target, input }) => (target?.operation === 'single' && input['locale'] === 'all' ? 'ValidationError' : null),
)

export const failuresOfFields: Rule = {
  name: '0062-client-mistakes-are-not-failures',
  strapi: 'fails in GraphQL on many invalid arguments, and shows SQL in some of the errors.',
  ours: 'sends an error with the code BAD_USER_INPUT that says what to fix.',
  why: 'invalid input is not a failure of the server, and errors must not show internals.',
  when: (of, theirs) => ran(of, theirs) && errorsOf(theirs).some(isFailure) && !isMeant(of.graphql),
  expected(of, theirs) {
    const { graphql } = of as Ran
    let expected = theirs
    for (const { message, path = [] } of errorsOf(theirs).filter(isFailure)) {
      const missing = graphql.roots.some(
        ({ key, target, input }) => key === path[0] && target !== null && input['id'] === undefined,
      )
      const at = missing ? path.slice(0, 1) : path
      expected = withFieldError(graphql, expected, at, isSignIn(message) ? signInFirst : invalid)
    }
    return expected
  },
}

const isMissingValue = ({ message }: GraphqlError) => message.startsWith('Cannot return null')

export const missingValuesNamed: Rule = {
  name: '0365-missing-values-name-their-entry',
  strapi: 'sends INTERNAL_SERVER_ERROR if an entry lacks a required value, and names the field only.',
  ours: 'sends STRAPI_APPLICATION_ERROR, and names the field and the entry.',
  why: 'users who read the error need the entry to fix it, and the server did not fail.',
  when: (of, theirs) => ran(of, theirs) && errorsOf(theirs).some(isMissingValue),
  expected(_of, theirs) {
    const extensions = {
      error: { name: 'ApplicationError', message: '', details: {} },
      code: 'STRAPI_APPLICATION_ERROR',
    }
    const errors = errorsOf(theirs).map((error) =>
      isMissingValue(error) ? { ...error, message: '', extensions } : error,
    )
    return withErrors(theirs, errors)
  },
}

const isOfUses = (error: GraphqlError) => isFailure(error) && error.path?.at(-1) === relatedField

const isFailure = ({ message, ...error }: { message: string; path?: readonly (string | number)[] }) =>
  codeOf({ message, ...error }) === 'INTERNAL_SERVER_ERROR' && !message.startsWith('Cannot return null')

const isSignIn = (message: string) => message.startsWith('Authentication requested')
const invalid = { name: 'ValidationError', code: 'BAD_USER_INPUT' }
const signInFirst = { name: 'UnauthorizedError', code: 'UNAUTHENTICATED' }

/** Arguments that fail in Strapi and have a meaning here. */
function isMeant(request: GraphqlRequest): boolean {
  return meanings.some((pattern) => pattern.test(argumentsOf(request)))
}

const meanings = [/pagination: null/, /\b\w+: \{ (or|and): \[("|\d)/]

export const meantAllTheSame: Rule = {
  name: '0108-arguments-that-failed-have-a-meaning',
  strapi: 'fails in GraphQL on `pagination: null` and on the lists `and` and `or` in the filters of a field.',
  ours: 'treats null as no pagination, and compares the field with the values of the lists.',
  why: 'the schema offers both, and each has one possible meaning.',
  when: (of, theirs) => ran(of, theirs) && errorsOf(theirs).some(isFailure) && isMeant(of.graphql),
  async expected(of, theirs) {
    const { graphql } = of as Ran
    const fresh = Object.fromEntries(graphql.roots.map(({ key }) => [key, {}]))
    const others = errorsOf(theirs).filter((error) => !isFailure(error))
    return withErrors(
      withBody(theirs, { ...(theirs.body as object), data: await expectedData(of, graphql, fresh) }),
      others,
    )
  },
}

export const usesOfFiles: Rule = {
  name: '0136-uses-of-files-are-told-like-relations',
  strapi: 'fails on `related` of files in GraphQL.',
  ours: 'returns the published entries that use the file, of the types that the caller may find.',
  why: 'the schema offers the field, and callers who may read these entries may know which files they use.',
  when: (of, theirs) => ran(of, theirs) && errorsOf(theirs).some(isOfUses),
  async expected(of, theirs) {
    const { graphql } = of as Ran
    const { data, ...body } = theirs.body as { data: unknown }
    const others = errorsOf(theirs).filter((error) => !isOfUses(error))
    return withErrors(withBody(theirs, { ...body, data: await expectedData(of, graphql, data) }), others)
  },
}

const exactTypes: ReadonlySet<AttributeType> = new Set(['biginteger', 'timestamp'])

export const exactInGraphql: Rule = {
  name: '0032-bigintegers-are-exact',
  strapi: 'rounds a biginteger beyond 2^53 to the nearest double in GraphQL (on SQLite), and fails on a timestamp.',
  ours: 'returns a biginteger as a number if the number is exact, otherwise as a string of digits. A timestamp is a DateTime.',
  why: 'stored values must be returned unchanged.',
  when: (of, theirs) =>
    ran(of, theirs) &&
    isQuery(of.graphql) &&
    [...of.world.registry.contentTypes.values()].some(({ attributes }) =>
      Object.entries(attributes).some(
        ([name, attribute]) =>
          isScalar(attribute) && exactTypes.has(attribute.type) && mentions(of, new RegExp(String.raw`\b${name}\b`)),
      ),
    ),
  async expected(of, theirs) {
    const { graphql } = of as Ran
    const body = theirs.body as { data: unknown }
    const failed = errorsOf(theirs).filter(({ message }) => message.startsWith('DateTime cannot represent'))
    const expected = await expectedData(of, graphql, body.data, exactTypes)
    return withErrors(
      withBody(theirs, { ...body, data: expected }),
      errorsOf(theirs).filter((error) => !failed.includes(error)),
    )
  },
}
