import type { Accounts } from '../accounts.js'
import { bodyOf } from '../body-fields.js'
import { isLong } from '../normal-form.js'
import type { AccountsScope } from '../scope.js'
import { changePassword, requestReset, resetPassword } from '../passwords.js'
import { confirmEmail, register, requestConfirmation } from '../register.js'
import { accountToSignIn, signIn } from '../sign-in.js'
import { requireSignInSite, type SignedIn, signInResponse } from '../issue-tokens.js'
import type { ActionCall, ActionEndpoint, ActionRoutes } from '@content-api/core/composition/action-routes'
import { type HttpResponse, jsonResponse } from '@content-api/core/message/message'
import type { ProviderSignIn } from '../providers/sign-in-flow.js'
import type { SignInCookie } from '../providers/sign-in-cookie.js'
import { digest } from '@content-api/core/secrets/digest'
import { providerRoutes } from './provider-routes.js'
import { type AccountOf, type IdentifierOf, rateLimited } from './rate-limited.js'
import { requireUser } from './user-routes.js'

type Run = (call: ActionCall) => Promise<HttpResponse>

const action = (name: string) => `plugin::users-permissions.auth.${name}`

/**
 * Returns a function that reads the account name from a member of the body: an empty string if it is missing,
 * null if it isn't a string or is long. A request with null isn't counted, because the operation rejects it.
 */
const member =
  (name: string): IdentifierOf =>
  ({ body }) => {
    const value = bodyOf(body)[name] ?? ''
    return typeof value === 'string' && !isLong(value) ? value : null
  }

/** Returns a function that reads a code. Codes have no second spelling, so that a digest identifies them. */
const codeOf =
  (valueOf: (call: ActionCall) => unknown): IdentifierOf =>
  (call) => {
    const value = valueOf(call)
    return typeof value === 'string' && value !== '' ? digest(value) : ''
  }

/** Sign-in with providers, and the cookie that it uses. */
interface ProviderParts {
  readonly signIn: ProviderSignIn
  readonly cookie: SignInCookie
}

type Query = Record<string, unknown>

const roleType = 'plugin::users-permissions.role'

export function authRoutes(accounts: Accounts, providers: ProviderParts): ActionRoutes {
  const { scope, rateLimits } = accounts
  const post = (name: string, identifierOf: IdentifierOf, run: Run, accountOf?: AccountOf): ActionEndpoint => ({
    POST: { action: action(name), hasBody: true, run: rateLimited(rateLimits, { name, identifierOf, accountOf }, run) },
  })
  const signingIn =
    (run: (call: ActionCall) => Promise<SignedIn>, queryOf: (call: ActionCall) => Query = () => ({})): Run =>
    async (call) => {
      requireSignInSite(scope, call.request)
      const signedIn = await run({ ...call, body: withoutDevice(scope, call.body) })
      return signInResponse(scope, signedIn, call, queryOf(call))
    }
  // As in Strapi 4, the response has the role if the caller may find roles.
  const withRole = ({ caller }: ActionCall): Query =>
    caller.can('find', scope.database.registry.contentType(roleType)) ? { populate: ['role'] } : {}
  return {
    'auth/local': post(
      'callback',
      member('identifier'),
      signingIn(({ body, request, caller }) => signIn(scope, body, request.address, caller.session?.signal)),
      accountToSignIn(scope),
    ),
    'auth/local/register': post(
      'register',
      member('email'),
      signingIn(({ body, caller }) => register(scope, body, caller), withRole),
    ),
    'auth/change-password': post(
      'changePassword',
      ({ caller }) => `user ${caller.userId}`,
      signingIn(async ({ body, caller }) => changePassword(scope, requireUser(caller), body, caller.session?.client)),
    ),
    'auth/forgot-password': post('forgotPassword', member('email'), async ({ body }) => {
      requestReset(scope, body)
      return jsonResponse('{"ok":true}')
    }),
    'auth/reset-password': post(
      'resetPassword',
      () => '',
      signingIn(({ body, caller }) => resetPassword(scope, body, caller.session?.client)),
    ),
    'auth/send-email-confirmation': post('sendEmailConfirmation', member('email'), async ({ body }) =>
      jsonResponse(JSON.stringify({ email: requestConfirmation(scope, body), sent: true })),
    ),
    // After `auth/local`, whose action has the same name.
    ...providerRoutes({
      ...providers,
      asStrapi: scope.config.signInAsStrapi,
      strict: scope.strict,
      signingIn,
      limited: (valueOf, run) =>
        rateLimited(rateLimits, { name: 'providerCallback', identifierOf: codeOf(valueOf) }, run),
    }),
    'auth/email-confirmation': {
      GET: {
        action: action('emailConfirmation'),
        hasBody: false,
        run: rateLimited(rateLimits, { name: 'emailConfirmation', identifierOf: () => '' }, async ({ query }) => {
          await confirmEmail(scope, query['confirmation'])
          const { confirmedUrl } = await scope.settings()
          if (confirmedUrl === undefined) return jsonResponse('{"ok":true}')
          return { status: 302, headers: { Location: confirmedUrl }, body: null }
        }),
      },
    },
  }
}

/** Returns the body without the `deviceId` of a session. Without sessions it is an unknown key. */
function withoutDevice({ sessions }: AccountsScope, body: unknown): unknown {
  if (!sessions) return body
  const { deviceId: _, ...rest } = bodyOf(body)
  return rest
}
