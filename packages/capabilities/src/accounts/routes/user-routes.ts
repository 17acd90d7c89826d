import type { Accounts } from '../accounts.js'
import { bodyOf, emailIssues, textIssues } from '../body-fields.js'
import { passwordIssue } from '../users.js'
import type { AccountsScope } from '../scope.js'
import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import type { ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { jsonResponse } from '@content-api/core/message/message'
import type { Caller } from '@content-api/core/entries/caller'

const operation = (name: string, hasBody: boolean, run: ActionOperation['run']): ActionOperation => ({
  action: `plugin::users-permissions.user.${name}`,
  hasBody,
  run,
})

/** Bodies and responses have no `data` (specification §1: plugins may have their own format). */
export function userRoutes({ scope }: Pick<Accounts, 'scope'>): ActionRoutes {
  const { users } = scope
  const read = (name: string, run: ActionOperation['run']) => operation(name, false, run)
  const write = (name: string, run: ActionOperation['run']) => operation(name, true, run)
  return {
    users: {
      GET: read('find', async ({ query, caller }) => jsonResponse(await users.list(query, caller.can, caller.session))),
      POST: write('create', async ({ body, query, caller }) => {
        const readResponse = users.planResponse(withRole(query), caller.can)
        checkNewUser(scope, body)
        const id = await users.create({ provider: 'local', ...bodyOf(body) }, { caller }).catch(asApplicationError)
        return jsonResponse(await readResponse(id), 201)
      }),
    },
    'users/count': {
      GET: read('count', async ({ query, caller }) =>
        jsonResponse(String(await users.count(query, caller.can, caller.session))),
      ),
    },
    'users/me': {
      GET: read('me', async ({ query, caller }) =>
        jsonResponse(await users.read(requireSelf(caller), query, caller.can, caller.session)),
      ),
    },
    'users/:id': {
      GET: read('findOne', async ({ id, query, caller }) =>
        jsonResponse(await users.read(id, query, caller.can, caller.session)),
      ),
      PUT: write('update', async ({ id, body, query, caller }) => {
        const readResponse = users.planResponse(withRole(query), caller.can)
        checkPassword(scope, body)
        await users.update(id, bodyOf(body), { caller })
        return jsonResponse(await readResponse(id))
      }),
      DELETE: read('destroy', async ({ id, query, caller }) => {
        const deleted = await users.planResponse(query, caller.can)(id)
        await users.delete(id, caller)
        return jsonResponse(deleted)
      }),
    },
  }
}

/** Populates the role unless the query has its own `populate`. */
function withRole(query: Record<string, unknown>): Record<string, unknown> {
  return { populate: ['role'], ...query }
}

export function checkNewUser(scope: AccountsScope, body: unknown): void {
  const fields = bodyOf(body)
  const issues: Issue[] = [
    ...emailIssues(fields['email']),
    ...['username', 'password'].flatMap((name) => textIssues(name, fields[name])),
  ]
  if ((fields['role'] ?? null) === null) issues.push({ path: ['role'], message: 'role is a required field' })
  if (issues.length > 0) throw validationError(issues)
  checkPassword(scope, body)
}

export function checkPassword(scope: AccountsScope, body: unknown): void {
  const { password } = bodyOf(body)
  const message = typeof password === 'string' ? passwordIssue(scope, password) : null
  if (message !== null) throw new ApiError('ApplicationError', message)
}

/** Names an invalid value of another attribute as Strapi 4 does. @throws ApiError ApplicationError, or the error itself */
export function asApplicationError(error: unknown): never {
  if (error instanceof ApiError && error.name === 'ValidationError')
    throw new ApiError('ApplicationError', error.message, { details: { ...error.details } })
  throw error
}

/**
 * Returns the id of the signed-in user.
 * @throws ApiError 401 for an API token, 403 for a request without credentials
 */
export function requireUser({ kind, userId }: Caller): number {
  if (userId !== null) return userId
  throw kind === 'token' ? new ApiError('UnauthorizedError', 'Unauthorized') : new ApiError('ForbiddenError')
}

/** Returns the id of the signed-in user, whom the request is about. @throws ApiError 401 without a user, as in Strapi 4 */
export function requireSelf({ userId }: Caller): number {
  if (userId !== null) return userId
  throw new ApiError('UnauthorizedError', 'Unauthorized')
}
