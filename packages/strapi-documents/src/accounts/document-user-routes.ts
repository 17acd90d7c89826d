import type { Accounts } from '@content-api/capabilities/accounts/accounts'
import { bodyOf, emailIssues, textIssues } from '@content-api/capabilities/accounts/body-fields'
import { asApplicationError, checkNewUser, checkPassword } from '@content-api/capabilities/accounts/routes/user-routes'
import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import type { ActionEndpoint, ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { type HttpResponse, jsonResponse } from '@content-api/core/message/message'
import type { RawQuery } from '@content-api/core/query/raw-value'

const operation = (name: string, hasBody: boolean, run: ActionOperation['run']): ActionOperation => ({
  action: `plugin::users-permissions.user.${name}`,
  hasBody,
  run,
})

/** Strapi 5 responds to reads and deletes of users that don't exist without a body. */
const nothing: HttpResponse = { status: 204, headers: {}, body: null }

/** Populates the role unless the query has its own `populate`. */
const withRole = (query: RawQuery): RawQuery => ({ populate: ['role'], ...query })

/**
 * Returns the endpoints of users of Strapi 5. Users have numeric ids in paths: a document id names none.
 * @param reads the endpoints that read users
 */
export function documentUserRoutes({ scope }: Pick<Accounts, 'scope'>, reads: ActionRoutes): ActionRoutes {
  const { users } = scope
  const create: ActionOperation['run'] = async ({ body, query, caller }) => {
    const respond = users.planResponse(withRole(query), caller.can)
    checkNewUser(scope, body)
    const taken = () => 'This attribute must be unique'
    const id = await users.create({ provider: 'local', ...bodyOf(body) }, { caller, taken }).catch(asApplicationError)
    return jsonResponse(await respond(id), 201)
  }
  const update: ActionOperation['run'] = async ({ id, body, query, caller }) => {
    const respond = users.planResponse(withRole(query), caller.can)
    checkChange(body)
    checkPassword(scope, body)
    await users.update(id, bodyOf(body), { caller })
    return jsonResponse(await respond(id))
  }
  const destroy: ActionOperation['run'] = async ({ id, query, caller }) => {
    const deleted = await users.planResponse(query, caller.can)(id)
    await users.delete(id, caller)
    return jsonResponse(deleted)
  }
  return {
    ...reads,
    users: { ...reads['users'], POST: operation('create', true, create) },
    'users/:id': {
      ...withoutMissing(reads['users/:id']),
      PUT: operation('update', true, update),
      DELETE: operation('destroy', false, (call) => destroy(call).catch(orNothing)),
    },
    'users/:name': {
      GET: operation('findOne', false, () => Promise.resolve(nothing)),
      PUT: operation('update', true, () => Promise.reject(new ApiError('NotFoundError', 'User not found'))),
      DELETE: operation('destroy', false, () => Promise.resolve(nothing)),
    },
  }
}

function withoutMissing(endpoint: ActionEndpoint = {}): ActionEndpoint {
  const { GET: read } = endpoint
  return read ? { GET: { ...read, run: (call) => read.run(call).catch(orNothing) } } : {}
}

function orNothing(error: unknown): HttpResponse {
  if (error instanceof ApiError && error.name === 'NotFoundError') return nothing
  throw error
}

function checkChange(body: unknown): void {
  const values = bodyOf(body)
  const issues: Issue[] = [
    ...(values['email'] === undefined ? [] : emailIssues(values['email'])),
    ...['username', 'password'].flatMap((name) => (values[name] === undefined ? [] : textIssues(name, values[name]))),
  ]
  if (issues.length > 0) throw validationError(issues)
}
