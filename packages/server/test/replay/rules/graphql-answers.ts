import { type DocumentNode, Kind, getLocation, parse } from 'graphql'
import { nodesAt } from '../../../src/graphql/plan/collect-fields.js'
import { withBody } from '../answers.js'
import type { Answer } from '../exchange.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'

const isGraphql = ({ request }: Case) => /^\/graphql\/?(\?|$)/i.test(request.path)

interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly locations?: unknown
  readonly extensions?: Readonly<Record<string, unknown>>
}

const errorsOf = ({ body }: Answer): readonly GraphqlError[] =>
  isRecord(body) && Array.isArray(body['errors']) ? (body['errors'] as GraphqlError[]) : []

export const charsetNamed: Rule = {
  name: '0079-graphql-answers-name-their-charset',
  strapi: 'answers GraphQL as `application/json`.',
  ours: 'answers it as `application/json; charset=utf-8`, as REST.',
  why: 'The audits of GraphQL over HTTP ask for it.',
  when: (of, theirs) => isGraphql(of) && theirs.headers['content-type'] === 'application/json',
  expected: (_of, theirs) => ({
    ...theirs,
    headers: { ...theirs.headers, 'content-type': 'application/json; charset=utf-8' },
  }),
}

export const noStacks: Rule = {
  name: '0080-errors-tell-no-stack',
  strapi: 'tells the stack of GraphQL errors in development.',
  ours: 'tells none.',
  why: 'A stack shows the inside of the service to whoever makes a mistake; failures are in its log.',
  when: (of, theirs) =>
    isGraphql(of) && errorsOf(theirs).some(({ extensions }) => extensions?.['exception'] !== undefined),
  expected: (_of, theirs) =>
    withErrors(
      theirs,
      errorsOf(theirs).map(({ extensions: { exception: _, ...extensions } = {}, ...error }) => ({
        ...error,
        extensions,
      })),
    ),
}

export const errorsHavePlaces: Rule = {
  name: '0081-graphql-errors-have-a-place',
  strapi: 'tells most errors of GraphQL without `path` and `locations`.',
  ours: 'tells both with every error of a field.',
  why: 'The GraphQL specification requires the path: clients tell by it a field that failed from one that is empty.',
  when: (of, theirs) => isGraphql(of) && errorsOf(theirs).some(isPlaceless) && theirs.status === 200,
  expected(of, theirs) {
    const document = documentOf(of)
    if (!document || !isRecord(theirs.body)) return theirs
    const paths = failedPaths(document, theirs.body['data'])
    const errors = errorsOf(theirs).map((error) => {
      const path = isPlaceless(error) ? paths.shift() : undefined
      return path ? { ...error, path, locations: locationsOf(document, path) } : error
    })
    return withErrors(theirs, errors)
  },
}

const isPlaceless = ({ path, locations }: GraphqlError) => path === undefined && locations === undefined

function withErrors(theirs: Answer, errors: readonly GraphqlError[]): Answer {
  return withBody(theirs, { ...(theirs.body as object), errors })
}

function documentOf({ request: { body } }: Case): DocumentNode | null {
  const query = isRecord(body) ? body['query'] : undefined
  return typeof query === 'string' ? parse(query) : null
}

function rootOf(document: DocumentNode) {
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  if (!operation) throw new Error('There is no operation')
  const fragments = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
  const scope = { fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])) }
  const root = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '' }, selectionSet: operation.selectionSet } as const
  return { root, at: (path: Path) => nodesAt(scope as unknown as Parameters<typeof nodesAt>[0], [root], path) }
}

type Path = (string | number)[]

/** Objects that are null, in the order of the answer; `data` inside of one is null for what isn't there. */
function failedPaths(document: DocumentNode, data: unknown): Path[] {
  const { root, at } = rootOf(document)
  if (!isRecord(data)) {
    const [field] = root.selectionSet.selections
    return field?.kind === Kind.FIELD ? [[(field.alias ?? field.name).value]] : []
  }
  const walk = (value: unknown, path: Path): Path[] => {
    if (Array.isArray(value)) return value.flatMap((item: unknown, index) => walk(item, [...path, index]))
    if (isRecord(value)) return Object.entries(value).flatMap(([key, item]) => walk(item, [...path, key]))
    const failed = value === null && path.at(-1) !== 'data' && at(path).some(({ selectionSet }) => selectionSet)
    return failed ? [path] : []
  }
  return walk(data, [])
}

function locationsOf(document: DocumentNode, path: Path) {
  return rootOf(document)
    .at(path)
    .flatMap(({ loc }) => (loc ? [getLocation(loc.source, loc.start)] : []))
    .map(({ line, column }) => ({ line, column }))
}
