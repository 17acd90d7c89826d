import { allowedMethods, createRoutes } from '@content-api/interfaces/rest/routes'
import type { ReplayRequest } from '../exchange.js'
import { errorResponse } from '../responses.js'
import { isGraphql } from '../graphql-request.js'
import type { Rule } from '../rule.js'
import { segmentsOf } from '../request-target.js'

/** Paths below `/api` that belong to plugins. */
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
  strapi: 'responds to a wrong method with 405 in plain text, on unknown paths too.',
  ours: 'sends 405 with a JSON error and `Allow` on known paths, and 404 on unknown ones.',
  why: 'clients parse errors as JSON, and an unknown path allows no method.',
  when: (_of, theirs) => theirs.status === 405 && typeof theirs.body === 'string',
  expected({ request, world }, theirs) {
    const segments = segmentsOf(request)
    const known =
      createRoutes(world.registry)(segments) !== null ||
      isGraphql(request) ||
      pluginPaths.some((pattern) => pattern.test(segments.join('/').toLowerCase()))
    if (!known) return errorResponse('NotFoundError')
    return errorResponse('MethodNotAllowedError', { headers: { allow: theirs.headers['allow'] ?? '' } })
  },
}

export const credentialsWellFormed: Rule = {
  name: '0144-malformed-credentials-are-401',
  strapi: 'ignores an `Authorization` header that is not `Bearer` and a token.',
  ours: 'sends 401, except for an empty header and schemes listed in `auth.ignoredSchemes`.',
  why: 'a client that sends credentials must not be treated as an anonymous one.',
  when({ request }) {
    const header = Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1]
    return header !== undefined && header.trim() !== '' && !/^bearer \S+$/i.test(header)
  },
  expected: () => errorResponse('UnauthorizedError'),
}

/** The origin in the configuration of the replay. */
export const namedOrigin = 'https://x.example'

const originOf = ({ headers = {} }: ReplayRequest) =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'origin')?.[1]

export const namedOrigins: Rule = {
  name: '0034-origins-are-named',
  strapi: 'allows every origin to send requests with credentials.',
  ours: 'allows the configured origins only, and rejects writes from other origins with 403.',
  why: 'otherwise every web page could act with the rights of its visitor.',
  when({ request }) {
    const origin = originOf(request)
    return origin !== undefined && origin !== namedOrigin
  },
  expected({ request, world }, theirs) {
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return errorResponse('ForbiddenError')
    if (request.method === 'OPTIONS') {
      const route = createRoutes(world.registry)(segmentsOf(request))
      if (!route) return errorResponse('NotFoundError')
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

export const versionsForPages: Rule = {
  name: '0391-pages-may-use-versions',
  strapi: 'has no versions of entries.',
  ours: 'lets pages of allowed origins read `Entry-Version`.',
  why: 'forms in pages send it back in `If-Match`, to prevent concurrent changes.',
  when: ({ request, target }, { status }) =>
    originOf(request) === namedOrigin &&
    typeof target?.id === 'number' &&
    status === 200 &&
    request.method !== 'DELETE',
  expected: (_of, theirs) => ({
    ...theirs,
    headers: { ...theirs.headers, 'access-control-expose-headers': 'Entry-Version' },
  }),
}

export const noWelcomePage: Rule = {
  name: '0296-the-root-is-a-page-in-development',
  strapi: 'serves a welcome page at the root.',
  ours: 'sends 404. In development, browsers get the explorer.',
  why: 'a production server shows no pages. A developer who opens the root looks for its content.',
  when: ({ request }, theirs) => theirs.status === 200 && pathOf(request.path) === '',
  expected: () => errorResponse('NotFoundError'),
}

export const oneSpellingOfIds: Rule = {
  name: '0036-one-spelling-of-an-id',
  strapi: 'finds entry 1 as `01`, `1e0` and `1%20` too, because its database converts them.',
  ours: 'accepts digits without sign, space or leading zero. Other spellings get 404 in REST and a missing entry in GraphQL.',
  why: 'each resource has one address, which caches and path rules rely on.',
  when({ request, target }, theirs) {
    if (target?.id === null || target === null || theirs.status >= 500) return false
    const [, segment = ''] = segmentsOf(request)
    return theirs.status < 400 && !/^[1-9]\d{0,15}$/.test(segment)
  },
  expected: () => errorResponse('NotFoundError'),
}
