import {
  type ASTNode,
  type FragmentDefinitionNode,
  type GraphQLError as LibraryError,
  Kind,
  type SelectionSetNode,
  getLocation,
  validate,
} from 'graphql'
import { singleUse } from '@content-api/interfaces/graphql/http/graphql-over-http'
import { errorResponse } from '../responses.js'
import type { JsonResponse } from '../exchange.js'
import { type GraphqlRequest, isGraphql, schemasOf } from '../graphql-request.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { badRequest, codeOf, errorsOf, refused, withErrors } from './graphql-responses.js'

const header = ({ request }: Case, name: string) =>
  Object.entries(request.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]

export const bodiesAreJson: Rule = {
  name: '0102-graphql-bodies-are-json',
  strapi: 'runs operations sent as HTML forms, and rejects other content types with 400.',
  ours: 'rejects every body that is neither JSON nor a multipart request with 415.',
  why: 'pages of other origins can send forms and plain text without a preflight request.',
  when: (of) => isGraphql(of.request) && of.request.method === 'POST' && isForeign(header(of, 'content-type')),
  expected: () => errorResponse('UnsupportedMediaTypeError'),
}

const isForeign = (type: string | undefined) => type !== undefined && !/json|multipart/.test(type)

export const refusalsAreJson: Rule = {
  name: '0101-graphql-refusals-are-json',
  strapi: 'rejects a request without an operation with 400 and plain text, and ignores `variables` that are a list.',
  ours: 'sends 400 with `errors` for both.',
  why: 'GraphQL clients parse JSON, and ignoring variables changes the request.',
  when: ({ request }, theirs) =>
    isGraphql(request) &&
    ((theirs.status === 400 && typeof theirs.body === 'string') || hasListOfVariables(request.body)),
  expected: () => refused(400, [badRequest]),
}

function hasListOfVariables(body: unknown): boolean {
  if (typeof body !== 'string') return isRecord(body) && Array.isArray(body['variables'])
  try {
    return hasListOfVariables(JSON.parse(body))
  } catch {
    return false
  }
}

export const requestErrorsHaveCodes: Rule = {
  name: '0062-client-mistakes-are-not-failures',
  strapi: 'sends the code INTERNAL_SERVER_ERROR for requests without a valid operation.',
  ours: 'sends BAD_REQUEST.',
  why: 'invalid input is not a failure of the server.',
  when: ({ request }, theirs) =>
    isGraphql(request) && theirs.status >= 400 && errorsOf(theirs).some((error) => codeOf(error) === failure),
  expected: (_of, theirs) =>
    withErrors(
      theirs,
      errorsOf(theirs).map((error) => (codeOf(error) === failure ? { ...error, ...badRequest } : error)),
    ),
}

const failure = 'INTERNAL_SERVER_ERROR'

const refusedByValidation = (theirs: JsonResponse) =>
  theirs.status === 400 && errorsOf(theirs).some((error) => codeOf(error) === 'GRAPHQL_VALIDATION_FAILED')

export const documentsAreValidated: Rule = {
  name: '0099-what-the-graphql-schema-leaves-out',
  strapi:
    'has fields that return passwords, media folders and the permissions of roles, and creates file records without content.',
  ours: 'has none of these fields. Documents that select them get 400.',
  why: 'password hashes must not leave the server. Folders belong to an admin panel. Permissions of roles are managed by REST. A file record needs content.',
  when: ({ graphql, world }, theirs) =>
    graphql !== null &&
    !refusedByValidation(theirs) &&
    theirs.status !== 401 &&
    mistakes(graphql, world.registry).length > 0,
  expected: ({ graphql, world }) => refused(400, mistakes(graphql as GraphqlRequest, world.registry).map(asError)),
}

export const mistakesByOurSchema: Rule = {
  ...documentsAreValidated,
  when: ({ graphql, world }, theirs) =>
    graphql !== null && refusedByValidation(theirs) && mistakes(graphql, world.registry).length > 0,
}

function mistakes({ document }: GraphqlRequest, registry: Case['world']['registry']): readonly LibraryError[] {
  return validate(schemasOf(registry).expected, document)
}

function asError({ message, locations }: LibraryError) {
  return { message, locations, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }
}

export const localesOfVariables: Rule = {
  name: '0038-unknown-locales-are-refused',
  strapi: 'returns an empty list for an unknown locale in a variable.',
  ours: 'rejects it with 400, as for a locale in the document.',
  why: 'an empty list would hide the mistake.',
  when: ({ graphql }, theirs) => theirs.status === 200 && graphql !== null && unknownLocale(graphql) !== undefined,
  expected({ graphql }) {
    const node = unknownLocale(graphql as GraphqlRequest) as ASTNode
    return refused(400, [{ message: '', locations: [placeOfNode(node)], extensions: { code: 'BAD_USER_INPUT' } }])
  },
}

function unknownLocale({ operation, variables }: GraphqlRequest): ASTNode | undefined {
  const found = operation.variableDefinitions?.find(({ variable, type }) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type
    const value = variables[variable.name.value]
    const isLocale = named.kind === Kind.NAMED_TYPE && named.name.value === 'I18NLocaleCode'
    return isLocale && value !== undefined && value !== null && !['en', 'fr', 'all'].includes(value as string)
  })
  return found
}

function placeOfNode({ loc }: ASTNode) {
  if (!loc) throw new Error('The node has no place')
  const { line, column } = getLocation(loc.source, loc.start)
  return { line, column }
}

/** Specification §8. */
const depthLimit = 7

export const depthIsLimited: Rule = {
  name: '0104-graphql-limits-are-those-of-the-specification',
  strapi: 'has no depth limit unless one is configured.',
  ours: 'rejects operations deeper than `depthLimit`, which is 7 by default.',
  why: 'the specification says so (§8).',
  when: ({ graphql }, theirs) => theirs.status === 200 && graphql !== null && depthOf(graphql) > depthLimit,
  expected({ graphql }) {
    const { operation } = graphql as GraphqlRequest
    const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
    return refused(400, [{ message: '', locations: [placeOfNode(operation)], extensions }])
  },
}

/** Counts the levels of fields below the root fields; 0 for introspection. */
function depthOf({ operation, scope: { fragments } }: GraphqlRequest): number {
  const below = ({ selections }: SelectionSetNode): number =>
    Math.max(
      0,
      ...selections.map((selection) => {
        if (selection.kind === Kind.INLINE_FRAGMENT) return below(selection.selectionSet)
        if (selection.kind === Kind.FRAGMENT_SPREAD)
          return below((fragments.get(selection.name.value) as FragmentDefinitionNode).selectionSet)
        if (selection.name.value.startsWith('__')) return 0
        return 1 + (selection.selectionSet ? below(selection.selectionSet) : 0)
      }),
    )
  return below(operation.selectionSet) - 1
}

export const oneAttemptPerRequest: Rule = {
  name: '0067-attempts-are-counted-per-account',
  strapi: 'runs any number of sign-ins in one GraphQL request, and counts none of them.',
  ours: 'allows one mutation per request that checks a password or sends an email, and counts it as REST does.',
  why: 'many sign-ins in one request would bypass the rate limit.',
  when: ({ graphql }, theirs) =>
    theirs.status === 200 && (graphql?.roots.filter(({ name }) => singleUse.has(name)).length ?? 0) > 1,
  expected: () => refused(400, [badRequest]),
}

export const statusOfRefusals: Rule = {
  name: '0103-graphql-refusals-may-be-200',
  strapi: 'sends 400 for a document that cannot run.',
  ours: 'sends 200 if the client accepts application/json and not application/graphql-response+json, otherwise 400.',
  why: 'GraphQL over HTTP says so: these clients treat every other status as a transport error.',
  when: (of, theirs) =>
    of.graphql !== null &&
    theirs.status === 400 &&
    ['GRAPHQL_VALIDATION_FAILED', 'BAD_USER_INPUT'].includes(String(codeOf(errorsOf(theirs)[0] ?? badRequest))) &&
    /application\/json/.test(header(of, 'accept') ?? '') &&
    !/graphql-response/.test(header(of, 'accept') ?? ''),
  expected: (_of, theirs) => ({ ...theirs, status: 200 }),
}
