import type { ModelIndex } from '../model/model-index.js'
import type { ExplorerType } from '../protocol.js'
import { isQueryObject, type Query, type QueryObject } from '../state/query.js'
import { codeText, type CodeText, Translation } from './code-text.js'
import { graphqlFilters, sortOf } from './graphql-filters.js'
import { type Selected, selectMembers } from './graphql-selection.js'
import { GraphqlVariables } from './graphql-variables.js'
import { translateFilters } from './translate-filters.js'
import { type JsonObject, toggleOf, wholeNumberOf } from './values.js'

const known: ReadonlySet<string> = new Set([
  'fields',
  'filters',
  'populate',
  'sort',
  'pagination',
  'locale',
  'publicationState',
])

/** Translates the query to a GraphQL document and its variables, which return the same entries. */
export function graphqlCode(type: ExplorerType, query: Query, model: ModelIndex): CodeText {
  const translation = new Translation()
  const names = type.graphql
  if (model.api.graphql === null || !names) {
    translation.leaveOut([type.displayName], 'The GraphQL schema doesn’t have this type')
    return codeText([], translation)
  }
  const isList = type.kind === 'collectionType' && names.many !== null
  const variables = new GraphqlVariables()
  for (const name of Object.keys(query)) {
    const isOfList = ['filters', 'sort', 'pagination', '_q'].includes(name)
    if (!known.has(name) || (isOfList && !isList)) translation.leaveOut([name], 'GraphQL has no such argument')
  }
  const list = [
    ...(isList ? listArguments(query, type, names.filters, { model, translation, variables }) : []),
    ...entryArguments(query, type, variables, translation),
  ]
  const members = selectMembers(type, query, { model, translation, variables, path: [] })
  const field = isList ? names.many : names.one
  const withCount = isList && (!isQueryObject(query['pagination']) || query['pagination']['withCount'] !== 'false')
  if (query['publicationState'] === 'preview') {
    translation.note('For a draft without a required value, GraphQL returns an error and REST returns null.')
  }
  const meta: Selected[] = withCount
    ? [
        {
          head: 'meta',
          members: [{ head: 'pagination', members: ['total', 'page', 'pageSize', 'pageCount'].map(leaf) }],
        },
      ]
    : []
  const root: Selected = { head: `${field}${argumentsText(list)}`, members: [{ head: 'data', members }, ...meta] }
  const depth = depthOf(root) - 1
  if (depth > usualDepth) {
    translation.note(`It is nested ${depth} levels deep; graphql.config.depthLimit of the server has to allow that.`)
  }
  const document = `query ${capital(field)}${variables.declarations()} ${printBlock([root], '')}`
  const json = JSON.stringify(variables.values(), null, 2)
  const parts = [
    { title: 'Document', language: 'graphql' as const, text: document },
    ...(json === '{}' ? [] : [{ title: 'Variables', language: 'json' as const, text: json }]),
  ]
  return codeText(parts, translation)
}

/** The default of `depthLimit`. It counts the levels below the root field. */
const usualDepth = 7
const depthOf = ({ members }: Selected): number => 1 + Math.max(0, ...members.map(depthOf))

const leaf = (head: string): Selected => ({ head, members: [] })
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
const argumentsText = (list: readonly string[]): string => (list.length === 0 ? '' : `(${list.join(', ')})`)

interface ListScope {
  readonly model: ModelIndex
  readonly translation: Translation
  readonly variables: GraphqlVariables
}

function listArguments(query: Query, type: ExplorerType, filtersType: string, scope: ListScope): readonly string[] {
  const { model, translation, variables } = scope
  const filters = translateFilters(query['filters'], type, {
    model,
    translation,
    language: graphqlFilters,
    path: ['filters'],
  })
  const sort = sortOf(query['sort'], translation, ['sort'])
  return [
    ...(filters === undefined ? [] : [variables.argument('filters', filtersType, filters)]),
    ...(sort === undefined ? [] : [variables.argument('sort', '[String]', sort)]),
    // Always written, because the defaults of REST and GraphQL may differ.
    variables.argument('pagination', 'PaginationArg', paginationOf(query, model, translation)),
  ]
}

function entryArguments(
  { locale, publicationState }: Query,
  type: ExplorerType,
  variables: GraphqlVariables,
  translation: Translation,
): readonly string[] {
  const list: string[] = []
  if (publicationState !== undefined) {
    const state = publicationState === 'preview' ? 'PREVIEW' : publicationState === 'live' ? 'LIVE' : undefined
    if (state === undefined || !type.draftAndPublish)
      translation.leaveOut(['publicationState'], 'GraphQL has no such state here')
    else list.push(variables.argument('publicationState', 'PublicationState', state))
  }
  if (locale !== undefined) {
    if (typeof locale !== 'string' || !type.localized)
      translation.leaveOut(['locale'], 'GraphQL has no such argument here')
    else list.push(variables.argument('locale', 'I18NLocaleCode', locale))
  }
  return list
}

function paginationOf(query: Query, { api }: ModelIndex, translation: Translation): JsonObject {
  const pagination: QueryObject = isQueryObject(query['pagination']) ? query['pagination'] : {}
  const written: Record<string, number> = {}
  for (const [name, value] of Object.entries(pagination)) {
    const number = wholeNumberOf(value)
    if (name === 'withCount') {
      if (typeof value !== 'string' || toggleOf(value) === undefined)
        translation.leaveOut(['pagination', name], 'It is neither true nor false')
    } else if (number === undefined || !['page', 'pageSize', 'start', 'limit'].includes(name)) {
      translation.leaveOut(['pagination', name], 'It is not a number')
    } else written[name] = number
  }
  const isByOffset = 'start' in written || 'limit' in written
  return isByOffset
    ? { start: 0, limit: api.defaultPageSize, ...written }
    : { page: 1, pageSize: api.defaultPageSize, ...written }
}

/** Prints a selection set, indented by two spaces. */
function printBlock(members: readonly Selected[], indent: string): string {
  const deeper = `${indent}  `
  const lines = members.map(({ head, members: inner }) =>
    inner.length === 0 ? `${deeper}${head}` : `${deeper}${head} ${printBlock(inner, deeper)}`,
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}
