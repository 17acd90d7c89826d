import type { Accounts } from '../accounts.js'
import { bodyOf, textIssues, unknownKeys } from '../body-fields.js'
import { type RoleChange, createRole, deleteRole, readRole, updateRole } from '../roles.js'
import { ApiError, type Issue, validationError } from '@content-api/engine/errors'
import type { Caller } from '@content-api/core/entries/caller'
import type { ActionOperation, ActionRoutes } from '@content-api/core/composition/action-routes'
import { jsonResponse } from '@content-api/core/message/message'
import { pageOfRows } from '@content-api/core/query/page-of-rows'
import { allowEverything } from '@content-api/core/query/plan-context'
import { isRecord } from '@content-api/model'
import { actionProblem } from '../actions.js'

const operation = (name: string, hasBody: boolean, run: ActionOperation['run']): ActionOperation => ({
  action: `plugin::users-permissions.${name}`,
  hasBody,
  run,
})

const json = (value: unknown) => jsonResponse(JSON.stringify(value))
const done = json({ ok: true })

export function roleRoutes(accounts: Accounts): ActionRoutes {
  const { scope, store } = accounts
  const { database, tables } = scope
  return {
    'users-permissions/roles': {
      GET: operation('role.find', false, async ({ query }) =>
        json({ roles: pageOfRows(await tables.readRoles(database), query, scope.context(allowEverything)) }),
      ),
      POST: operation('role.createRole', true, async ({ body, caller }) => {
        const { name, ...change } = readChange(accounts, body)
        if (name === undefined) throw validationError([{ path: ['name'], message: 'name is a required field' }])
        rejectUngranted(change, caller)
        await createRole(scope, { name, ...change })
        store.forget()
        return done
      }),
    },
    'users-permissions/roles/:id': {
      GET: operation('role.findOne', false, async ({ id }) => {
        const { nb_users: _, ...role } = await readRole(scope, id)
        const granted = new Set((await tables.readPermissions(database)).get(role.type))
        return json({ role: { ...role, permissions: permissionTree(scope.actions, granted) } })
      }),
      PUT: operation('role.updateRole', true, async ({ id, body, caller }) => {
        const change = readChange(accounts, body)
        const { type } = await readRole(scope, id)
        if (change.actions) {
          rejectConfigured(accounts, type)
          rejectUngranted(change, caller)
        }
        await updateRole(scope, id, change, caller)
        store.forget()
        return done
      }),
      DELETE: operation('role.deleteRole', false, async ({ id, caller }) => {
        rejectConfigured(accounts, (await readRole(scope, id)).type)
        await deleteRole(scope, id, caller)
        store.forget()
        return done
      }),
    },
    'users-permissions/permissions': {
      GET: operation('permissions.getPermissions', false, async () =>
        json({ permissions: permissionTree(scope.actions, new Set()) }),
      ),
    },
  }
}

function readChange({ scope }: Accounts, body: unknown): RoleChange {
  const { name, description, permissions } = bodyOf(body)
  const issues: Issue[] = []
  if (name !== undefined) issues.push(...textIssues('name', name))
  if (description !== undefined && description !== '') issues.push(...textIssues('description', description))
  if (scope.strict) issues.push(...unknownKeys(bodyOf(body), ['name', 'description', 'permissions', 'users', 'type']))
  if (issues.length > 0) throw validationError(issues)
  return {
    ...(name === undefined ? {} : { name: name as string }),
    ...(description === undefined ? {} : { description: description as string }),
    ...(permissions === undefined ? {} : { actions: actionsOfTree(permissions, scope.actions) }),
  }
}

/**
 * Rejects a change that grants an action which the caller lacks. This includes actions that the role already
 * grants.
 */
function rejectUngranted({ actions = [] }: RoleChange, caller: Caller): void {
  const beyond = actions.find((action) => !caller.may(action))
  if (beyond !== undefined) throw new ApiError('ForbiddenError', `Forbidden: you may not do ${beyond} yourself`)
}

function rejectConfigured({ configured }: Accounts, type: string): void {
  if (!configured.has(type)) return
  throw new ApiError(
    'ApplicationError',
    `The configuration sets the permissions of the role ${type}. Change them there`,
  )
}

/** Permissions in the format of Strapi's users-permissions plugin, by type, controller and action. */
interface PermissionTree {
  [type: string]: { controllers: { [controller: string]: { [action: string]: { enabled: boolean; policy: string } } } }
}

/** Returns the tree of all actions. Granted actions are enabled. */
function permissionTree(actions: readonly string[], granted: ReadonlySet<string>): PermissionTree {
  const tree: PermissionTree = {}
  for (const uid of actions) {
    const [type = '', controller = '', action = ''] = uid.split('.')
    const { controllers } = (tree[type] ??= { controllers: {} })
    const named = (controllers[controller] ??= {})
    named[action] = { enabled: granted.has(uid), policy: '' }
  }
  return tree
}

/**
 * Returns the actions that a tree enables.
 * @throws ApiError ValidationError for an invalid tree and for unknown actions
 */
function actionsOfTree(tree: unknown, known: readonly string[]): string[] {
  const actions: string[] = []
  const issues: Issue[] = []
  const members = (value: unknown, path: readonly string[]): [string, unknown][] => {
    // PHP and some other languages encode an empty object as an empty array.
    if (Array.isArray(value) && value.length === 0) return []
    if (isRecord(value)) return Object.entries(value)
    issues.push({ path, message: `${path.join('.')} must be an object` })
    return []
  }
  for (const [type, of] of members(tree, ['permissions'])) {
    const controllers = isRecord(of) ? of['controllers'] : undefined
    for (const [controller, named] of members(controllers, ['permissions', type, 'controllers'])) {
      for (const [action, state] of members(named, ['permissions', type, 'controllers', controller])) {
        const path = ['permissions', type, 'controllers', controller, action]
        const uid = `${type}.${controller}.${action}`
        const problem = actionProblem(uid, known)
        if (problem !== null) issues.push({ path, message: problem })
        if (!isRecord(state) || typeof state['enabled'] !== 'boolean') {
          issues.push({ path: [...path, 'enabled'], message: 'enabled must be true or false' })
        } else if (state['enabled']) actions.push(uid)
      }
    }
  }
  if (issues.length > 0) throw validationError(issues.slice(0, 20))
  return actions
}
