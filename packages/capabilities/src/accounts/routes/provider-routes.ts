import { ApiError, validationError } from '@content-api/engine/errors'
import type { ActionCall, ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { type HttpResponse, segmentsBelow } from '@content-api/core/message/message'
import { bodyOf, textIssues, unknownKeys } from '../body-fields.js'
import { isSealed } from '../providers/sealing.js'
import type { SignInCookie } from '../providers/sign-in-cookie.js'
import { type ProviderSignIn, signInSeconds } from '../providers/sign-in-flow.js'
import type { SignedIn } from '../issue-tokens.js'

type Run = (call: ActionCall) => Promise<HttpResponse>

interface ProviderRouteParts {
  readonly signIn: ProviderSignIn
  readonly cookie: SignInCookie
  /** Whether the sign-in of Strapi 4 is served, too. */
  readonly asStrapi: boolean
  /** If true, unknown members of bodies are errors. */
  readonly strict: boolean
  /** Counts the attempts of a client, for each code that it sends. */
  readonly limited: (codeOf: (call: ActionCall) => unknown, run: Run) => Run
  /** Returns the function that responds to a sign-in. */
  readonly signingIn: (run: (call: ActionCall) => Promise<SignedIn>) => Run
}

const action = (name: string) => `plugin::users-permissions.auth.${name}`

/** The addresses and bodies of these responses contain codes, which no cache and no other page may learn. */
const secret = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }

const redirect = (status: 302 | 303, location: string): HttpResponse => ({
  status,
  headers: { Location: location, ...secret },
  body: null,
})

/** Returns the routes of sign-ins with providers. */
export function providerRoutes(parts: ProviderRouteParts): ActionRoutes {
  const { signIn, cookie, limited } = parts
  const get = (name: string, run: Run): { readonly GET: ActionOperation } => ({
    GET: { action: action(name), hasBody: false, run },
  })
  const post = (name: string, run: Run): { readonly POST: ActionOperation } => ({
    POST: { action: action(name), hasBody: true, run },
  })
  const exchanging = (exchange: (name: string, call: ActionCall) => Promise<SignedIn>): Run => {
    const respond = parts.signingIn(async (call) => {
      const { name = '' } = call
      signIn.expect(name)
      return exchange(name, call)
    })
    return async (call) => {
      const response = await respond(call)
      return { ...response, headers: { ...response.headers, ...secret } }
    }
  }
  return {
    'connect/:name': get('connect', async ({ name = '', query }) => {
      const { location, cookie: value } = await signIn.start(name, query)
      return { ...redirect(302, location.href), cookies: [cookie.header(value, signInSeconds)] }
    }),
    'connect/:name/callback': {
      ...get('connect', async ({ name = '', request }) => {
        const page = await signIn.complete(name, new URLSearchParams(request.query), cookie.read(request))
        return { ...redirect(302, page.href), cookies: [cookie.header('', 0)] }
      }),
      // Browsers send the cookie with the redirect that follows, but not with a form of another site.
      ...post('connect', async ({ name = '', body }) =>
        redirect(303, shortAddress(signIn.responseAddress(name, formOf(body)))),
      ),
    },
    'auth/:name/callback': {
      ...get(
        'callback',
        limited(
          tokenOf,
          exchanging(async (name, { query }) => {
            if (!parts.asStrapi) {
              throw new ApiError('ApplicationError', 'This sign-in is disabled. auth.signInAsStrapi enables it')
            }
            const [code, idToken] = [codeIn(query), textIn(query, ['id_token'])]
            if (code === undefined && idToken === undefined) throw new ApiError('ApplicationError', 'No access_token.')
            if (code !== undefined && isSealed(code)) return signIn.exchange(name, code, null)
            return signIn.exchangeTokens(name, { accessToken: code, idToken })
          }),
        ),
      ),
      ...post(
        'callback',
        limited(
          ({ body }) => bodyOf(body)['code'],
          exchanging(async (name, { body }) => {
            const { code, codeVerifier } = codesOf(body, parts.strict)
            return signIn.exchange(name, code, codeVerifier)
          }),
        ),
      ),
    },
  }
}

/** Returns whether a provider may send a form to a path. It is only answered with a redirect. */
export function isProviderForm(prefix: string, path: string): boolean {
  const [first, , last, ...rest] = segmentsBelow(prefix, path) ?? []
  return first?.toLowerCase() === 'connect' && last?.toLowerCase() === 'callback' && rest.length === 0
}

/** Returns the token of a sign-in of Strapi 4: a code of this service, or a token of the provider. */
const tokenOf = ({ query }: ActionCall): unknown => codeIn(query) ?? textIn(query, ['id_token'])

const codeIn = (query: ActionCall['query']) => textIn(query, ['access_token', 'code', 'oauth_token'])

/** Returns the first of the parameters that is a string with characters. */
const textIn = (query: ActionCall['query'], names: readonly string[]): string | undefined =>
  names.map((name) => query[name]).find((value): value is string => typeof value === 'string' && value !== '')

const fields = ['code', 'codeVerifier'] as const

function codesOf(body: unknown, strict: boolean): Readonly<Record<(typeof fields)[number], string>> {
  const values = bodyOf(body)
  const issues = [
    ...fields.flatMap((name) => textIssues(name, values[name])),
    ...(strict ? unknownKeys(values, fields) : []),
  ]
  if (issues.length > 0) throw validationError(issues)
  return { code: String(values['code']), codeVerifier: String(values['codeVerifier']) }
}

/** Browsers and proxies accept addresses of this length. */
const longestAddress = 8_192

/** @throws ApiError ValidationError for a text that no browser would follow as an address */
function shortAddress(address: string): string {
  if (address.length <= longestAddress) return address
  throw new ApiError('ValidationError', `The response of the provider has more than ${longestAddress} characters`)
}

/**
 * Returns the parameters of a provider's form that are strings.
 * @throws ApiError ValidationError for long ones, before they are encoded for an address
 */
function formOf(body: unknown): URLSearchParams {
  const values = bodyOf(body)
  const parameters = new URLSearchParams()
  for (const name of responseParameters) {
    const value = values[name]
    if (typeof value === 'string') parameters.set(name, shortAddress(value))
  }
  return parameters
}

/** The parameters of a response to an authorization request (RFC 6749 §4.1.2, RFC 9207). */
const responseParameters = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']
