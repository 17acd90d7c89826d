import { ApiError } from '@content-api/engine/errors'
import type { ActionCall, ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { jsonResponse } from '@content-api/core/message/message'
import type { Accounts } from '../accounts.js'
import { bodyOf } from '../body-fields.js'
import { refreshedResponse } from '../issue-tokens.js'
import { endedCookies, refreshTokenIn, wantsCookies } from '../sessions/cookies.js'
import { deviceIdOf } from '../sessions/device.js'
import { readRefreshToken } from '../sessions/refresh-token.js'
import { isSessionKey, type Sessions } from '../sessions/sessions.js'
import { rateLimited } from './rate-limited.js'
import { requireUser } from './user-routes.js'

/** Returns the endpoints of sessions, with the paths and bodies of Strapi 5.54. Each caller may use its own ones. */
export function sessionRoutes({ scope, rateLimits }: Accounts): ActionRoutes {
  const { sessions } = scope
  if (!sessions) return {}
  const own = (name: string, hasBody: boolean, run: ActionOperation['run']): ActionOperation => ({
    action: `plugin::users-permissions.auth.${name}`,
    ungranted: true,
    hasBody,
    run,
  })
  const tokenIn = ({ request, body }: ActionCall): unknown =>
    refreshTokenIn(sessions.settings, request) ?? bodyOf(body)['refreshToken']
  // The refreshes of a session count together. Those without a possible token count for the client only.
  const identifierOf = (call: ActionCall) => readRefreshToken(tokenIn(call))?.family ?? ''
  return {
    'auth/refresh': {
      POST: own(
        'refresh',
        true,
        rateLimited(rateLimits, { name: 'refresh', identifierOf }, async (call) => {
          const { request } = call
          const cookie = refreshTokenIn(sessions.settings, request)
          const token = tokenIn(call)
          if (typeof token !== 'string' || token === '') throw new ApiError('BadRequestError', 'Missing refresh token')
          try {
            return refreshedResponse(scope, await sessions.refresh(token), { request })
          } catch (error) {
            // Otherwise the browser would send the cookies of an ended session again.
            if (cookie === undefined || !(error instanceof ApiError) || error.status !== 401) throw error
            return { ...jsonResponse(JSON.stringify(error), 401), cookies: endedCookies(sessions.settings) }
          }
        }),
      ),
    },
    'auth/logout': {
      POST: own('logout', true, async (call) => {
        await logOut(sessions, call)
        const cookies = wantsCookies(sessions.settings, call.request) ? endedCookies(sessions.settings) : []
        return { ...jsonResponse('{"ok":true}'), ...(cookies.length > 0 && { cookies }) }
      }),
    },
    'auth/sessions': {
      GET: own('getSessions', false, async ({ caller }) => {
        const data = await sessions.list(requireUser(caller), caller.signInSession ?? null)
        return jsonResponse(JSON.stringify({ data }))
      }),
    },
    'auth/sessions/:name': {
      DELETE: own('revokeSession', false, async ({ caller, name = '' }) => {
        const userId = requireUser(caller)
        if (!isSessionKey(name) || (await sessions.end({ userId, key: name })) === 0)
          throw new ApiError('NotFoundError', 'Session not found')
        return jsonResponse('{"data":{}}')
      }),
    },
  }
}

/** Ends the sessions that a body names: all, those of a device, or the session of the request. */
async function logOut(sessions: Sessions, { caller, request, body }: ActionCall): Promise<void> {
  const { scope, refreshToken } = bodyOf(body)
  const token = refreshTokenIn(sessions.settings, request) ?? refreshToken
  // The refresh token is enough to end its session, so that a logout works when the access token has expired.
  if (caller.kind === 'public' && typeof token === 'string') return sessions.endByToken(token)
  const userId = requireUser(caller)
  const deviceId = deviceIdOf(body)
  if (scope === 'all') return sessions.endAll(userId)
  if (deviceId !== null) await sessions.end({ userId, deviceId })
  else if (caller.signInSession) await sessions.end({ userId, key: caller.signInSession })
  // A token without a session, such as one from before sessions were configured, can't be ended alone.
  else await sessions.endAll(userId)
}
