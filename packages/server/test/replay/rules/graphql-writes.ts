import type { ContentType } from '@content-api/model'
import { Kind, validate } from 'graphql'
import type { Row } from '../../../../engine/src/database/database.js'
import { entryColumns } from '../../../../engine/src/layout/columns.js'
import { derivedNames, typeName } from '@content-api/interfaces/graphql/naming'
import { okResponse, withBody } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import { type GraphqlRequest, type RootField, isQuery, schemasOf } from '../graphql-request.js'
import { createdAttributes, sharedNames } from '../reference/created.js'
import { expectedData } from '../reference/graphql.js'
import { type SelectionScope, entity, members } from '../reference/graphql-selection.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { codeOf, errorsOf, put, ran, withErrors, withFieldError } from './graphql-responses.js'
import { documentsAreValidated } from './graphql-refusals.js'
import { inStep } from './localizations.js'

const dataOf = ({ input }: RootField): Readonly<Record<string, unknown>> =>
  isRecord(input['data']) ? input['data'] : {}

/** Returns a new entry as a response shows it. */
async function made(of: Case, graphql: GraphqlRequest, root: RootField, source: Row | null): Promise<unknown> {
  const { world, may, nextId } = of
  const type = (root.target as { type: ContentType }).type
  const scope: SelectionScope = { world, may, request: graphql, preview: true }
  const locale = { locale: root.input['locale'] ?? 'en' }
  const values = createdAttributes(type, { ...dataOf(root), ...locale }, source)
  const group = source
    ? (await world.rows(type)).filter((row) => row[entryColumns.group] === source[entryColumns.group])
    : []
  return members(scope, derivedNames.response(typeName(type)), root.nodes, ({ nodes }) =>
    members(scope, derivedNames.entity(typeName(type)), nodes, (requested) => {
      if (requested.name === 'id') return String(nextId(type))
      return members(scope, typeName(type), requested.nodes, ({ name, nodes: inner }) => {
        if (name !== 'localizations') return values[name]
        return members(scope, derivedNames.relation(typeName(type)), inner, (data) =>
          Promise.all(group.map((row) => entity(scope, { schema: type, row }, data.nodes, undefined))),
        )
      })
    }),
  )
}

export const inputsAreThoseOfTheSpecification: Rule = {
  name: '0100-what-the-graphql-schema-adds',
  strapi:
    'has no `createdAt` and `updatedAt` in inputs, no `startsWithi` and `endsWithi`, and no `publicationState` on single queries.',
  ours: 'has all of them. It ignores `createdAt` and `updatedAt` in inputs, as REST does.',
  why: 'the specification has them (§2.6, §4.3).',
  when: ({ graphql, world }, theirs) =>
    graphql !== null &&
    theirs.status === 400 &&
    errorsOf(theirs).some((error) => codeOf(error) === 'GRAPHQL_VALIDATION_FAILED') &&
    validate(schemasOf(world.registry).recorded, graphql.document).length > 0 &&
    validate(schemasOf(world.registry).expected, graphql.document).length === 0,
  async expected(of) {
    const graphql = of.graphql as GraphqlRequest
    const data: Record<string, unknown> = {}
    for (const root of graphql.roots) {
      const creates = root.target?.operation === 'create'
      data[root.key] = creates ? await made(of, graphql, root, null) : {}
    }
    const expected = isQuery(graphql) ? await expectedData(of, graphql, data) : data
    return { ...okResponse({ data: expected }), headers: { 'content-type': 'application/json' } }
  },
}

export const schemaAdded: Rule = {
  ...documentsAreValidated,
  name: '0100-what-the-graphql-schema-adds',
  strapi: 'lists the fields of its own schema in introspection.',
  ours: 'also lists the fields that it adds.',
  why: 'the specification has them (§2.6, §4.3).',
  when: (of, theirs) => ran(of, theirs) && of.graphql.roots.some(({ name }) => name === '__type'),
  expected({ graphql, world }, theirs) {
    const { data } = theirs.body as { data: Readonly<Record<string, unknown>> }
    let expected: unknown = data
    for (const { key, nodes } of graphql?.roots ?? []) {
      const name = nodes[0]?.arguments?.[0]?.value
      const type = schemasOf(world.registry).expected.getType(name?.kind === Kind.STRING ? name.value : '')
      const shown = data[key]
      if (!isRecord(shown) || !Array.isArray(shown['inputFields']) || !type || !('getFields' in type)) continue
      const known: readonly unknown[] = shown['inputFields']
      const names = new Set(known.map((field) => (isRecord(field) ? field['name'] : undefined)))
      const date = { kind: 'SCALAR', name: 'DateTime', ofType: null }
      const added = Object.keys(type.getFields()).filter((name) => !names.has(name))
      expected = put(expected, [key, 'inputFields'], [...known, ...added.map((name) => ({ name, type: date }))])
    }
    return withBody(theirs, { ...(theirs.body as object), data: expected })
  },
}

export const hiddenTargetsOfGraphql: Rule = {
  name: '0061-hidden-targets-are-refused',
  strapi: 'silently drops relations to types that the caller may not find from GraphQL mutations.',
  ours: 'sends an error and writes nothing.',
  why: 'no part of a request is dropped silently.',
  when: (of, theirs) => ran(of, theirs) && of.graphql.roots.some((root) => hasHiddenTarget(of, root, theirs)),
  expected(of, theirs) {
    const graphql = of.graphql as GraphqlRequest
    const hidden = graphql.roots.filter((root) => hasHiddenTarget(of, root, theirs))
    const error = { name: 'ForbiddenError', code: 'FORBIDDEN' }
    return hidden.reduce((expected, { key }) => withFieldError(graphql, expected, [key], error), theirs)
  },
}

function hasHiddenTarget({ may }: Case, root: RootField, { body }: JsonResponse): boolean {
  const { target, key } = root
  const { data } = body as { data: unknown }
  if (!target || !isRecord(data) || data[key] === null) return false
  return Object.keys(dataOf(root)).some((name) => {
    const attribute = target.type.attributes[name]
    const uid = attribute?.type === 'relation' ? attribute.target : undefined
    return uid !== undefined && !may('find', uid)
  })
}

export const localizationsOfGraphql: Rule = {
  ...inStep,
  when: async (of, theirs) => ran(of, theirs) && (await refusedLocalization(of, theirs)) !== null,
  async expected(of, theirs) {
    const found = await refusedLocalization(of, theirs)
    if (!found) return theirs
    const { graphql, root, source } = found
    const entry = await made(of, graphql, root, source)
    const { data } = theirs.body as { data: unknown }
    const expected = withBody(theirs, { ...(theirs.body as object), data: put(data, [root.key], entry) })
    return withErrors(
      expected,
      errorsOf(theirs).filter(({ path }) => path?.[0] !== root.key),
    )
  },
}

export const sharedValuesOfGraphql: Rule = {
  ...inStep,
  strapi: 'changes the shared values of all localizations if the input of `createXLocalization` has other values.',
  ours: 'keeps the values of the entry and logs a warning, or sends 400 (`strictParams: true`).',
  when: (of, theirs) => ran(of, theirs) && sharedGiven(of, theirs).length > 0,
  async expected(of, theirs) {
    let { data } = theirs.body as { data: unknown }
    for (const { root, type, id } of sharedGiven(of, theirs)) {
      const source = await of.world.row(type, id)
      if (source) data = put(data, [root.key], await made(of, of.graphql as GraphqlRequest, root, source))
    }
    return withBody(theirs, { ...(theirs.body as object), data })
  },
}

/** Localizations created with shared attributes in the body. */
function sharedGiven({ graphql }: Case, { body }: JsonResponse) {
  const { data } = body as { data: unknown }
  return (graphql?.roots ?? []).flatMap((root) => {
    const { target, key } = root
    if (target?.operation !== 'localize' || target.id === null || !isRecord(data) || data[key] === null) return []
    const { type, id } = target
    return sharedNames(type).some((name) => name in dataOf(root)) ? [{ root, type, id }] : []
  })
}

/** A localization that Strapi rejected because it shares a unique value with its source. */
async function refusedLocalization({ graphql, world }: Case, theirs: JsonResponse) {
  const root = graphql?.roots.find(({ target }) => target?.operation === 'localize')
  if (!graphql || !root?.target || !/must be unique/.test(JSON.stringify(errorsOf(theirs)))) return null
  const { type, id } = root.target
  const source = id === null ? undefined : await world.row(type, id)
  const shared = sharedNames(type).some((name) => JSON.stringify(errorsOf(theirs)).includes(`"${name}"`))
  return source && shared ? { graphql, root, source } : null
}

export const deletedShowWhatTheyHad: Rule = {
  name: '0112-deleted-entries-show-what-they-had',
  strapi: 'returns an entry deleted by GraphQL without its relations, components and files.',
  ours: 'returns the entry as it was, as REST does.',
  why: 'the specification says that a delete returns the entry (§4.1).',
  when: (of, theirs) => ran(of, theirs) && of.graphql.roots.some(({ target }) => target?.operation === 'delete'),
  async expected({ graphql, world, may }, theirs) {
    let { data } = theirs.body as { data: unknown }
    for (const { key, nodes, target } of graphql?.roots ?? []) {
      const row = target?.operation === 'delete' && target.id !== null ? await world.row(target.type, target.id) : null
      const response = isRecord(data) ? data[key] : null
      if (!graphql || !target || !row || !isRecord(response)) continue
      const scope: SelectionScope = { world, may, request: graphql, preview: true }
      const expected = await members(scope, derivedNames.response(typeName(target.type)), nodes, (requested) =>
        entity(scope, { schema: target.type, row }, requested.nodes, response[requested.key]),
      )
      data = put(data, [key], expected)
    }
    return withBody(theirs, { ...(theirs.body as object), data })
  },
}
