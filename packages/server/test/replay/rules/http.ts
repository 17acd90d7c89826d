import { allowedMethods, createRoutes } from '../../../src/rest/routes.js'
import { errorAnswer } from '../answers.js'
import { isGraphql } from '../graphql-request.js'
import type { Rule } from '../rule.js'
import { segmentsOf } from '../request-target.js'

/** What plugins serve below `/api`, besides the content types. */
const pluginPaths = [
  /^i18n\/locales$/,
  /^auth\/(local(\/register)?|change-password|forgot-password|reset-password|email-confirmation|send-email-confirmation)$/,
  /^users(\/(me|count|\d+))?$/,
  /^users-permissions\/(roles(\/\w+)?|permissions)$/,
  /^upload(\/files(\/\d+)?)?$/,
]

const pathOf = (path: string) => path.split('?')[0]?.replace(/\/$/, '') ?? ''

export const methodNotAllowed: Rule = {
  name: '0033-wrong-methods-and-unknown-paths',
  strapi: 'answers a wrong method with 405 and plain text, on paths that nothing serves too.',
  ours: 'answers 405 with the JSON error body and `Allow` where the path is known, 404 where it is not.',
  why: 'Clients parse errors as JSON, and a path that does not exist allows no method.',
  when: (_of, theirs) => theirs.status === 405 && typeof theirs.body === 'string',
  expected({ request, world }, theirs) {
    const segments = segmentsOf(request)
    const known =
      createRoutes(world.registry)(segments) !== null ||
      isGraphql(request) ||
      pluginPaths.some((pattern) => pattern.test(segments.join('/').toLowerCase()))
    if (!known) return errorAnswer('NotFoundError')
    return errorAnswer('MethodNotAllowedError', { headers: { allow: theirs.headers['allow'] ?? '' } })
  },
}

export const credentialsWellFormed: Rule = {
  name: '0144-malformed-credentials-are-401',
  strapi: 'takes an `Authorization` header that is not `Bearer` and a token for no header.',
  ours: 'answers 401, except for schemes in `auth.ignoredSchemes`.',
  why: 'A client that sends credentials must not be answered as somebody else.',
  when({ request }) {
    const header = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    return header !== undefined && !/^bearer \S+$/i.test(header)
  },
  expected: () => errorAnswer('UnauthorizedError'),
}

/** The origin that the replay's configuration names. */
export const namedOrigin = 'https://x.example'

export const namedOrigins: Rule = {
  name: '0034-origins-are-named',
  strapi: 'reflects any origin and lets it send credentials.',
  ours: 'lets pages of the configured origins call, and no others; writes of others are 403.',
  why: 'An answer to any origin with credentials gives every page the rights of its visitor.',
  when({ request }) {
    const origin = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'origin')?.[1]
    return origin !== undefined && origin !== namedOrigin
  },
  expected({ request, world }, theirs) {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return errorAnswer('ForbiddenError')
    if (request.method === 'OPTIONS') {
      const route = createRoutes(world.registry)(segmentsOf(request))
      if (!route) return errorAnswer('NotFoundError')
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; charset=utf-8', allow: allowedMethods(route.endpoint) },
        empty: true,
      }
    }
    const kept = Object.entries(theirs.headers).filter(([name]) => !name.startsWith('access-control-'))
    return { ...theirs, headers: Object.fromEntries(kept) }
  },
}

export const noWelcomePage: Rule = {
  name: '0296-the-root-is-a-page-in-development',
  strapi: 'serves a welcome page at the root.',
  ours: 'answers 404 there; in development it shows browsers where everything is.',
  why: 'A service in production shows no pages; whoever opens one in development looks for its addresses.',
  when: ({ request }, theirs) => theirs.status === 200 && pathOf(request.path) === '',
  expected: () => errorAnswer('NotFoundError'),
}

export const oneSpellingOfIds: Rule = {
  name: '0036-one-spelling-of-an-id',
  strapi: 'finds entry 1 as `01`, `1e0`, `1%20` too, as its database converts them.',
  ours: 'takes digits without sign, blank or leading zero; anything else is 404, and in GraphQL an entry that is not there.',
  why: 'One thing has one address: caches and rules by path can rely on it.',
  when({ request, target }, theirs) {
    if (target?.id === null || target === null || theirs.status >= 500) return false
    const [, segment = ''] = segmentsOf(request)
    return theirs.status < 400 && !/^[1-9]\d{0,15}$/.test(segment)
  },
  expected: () => errorAnswer('NotFoundError'),
}
