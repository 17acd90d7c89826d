import { isRecord } from '@content-api/model'
import { actionProblem } from '../actions.js'
import { type Issue, validationError } from '@content-api/engine/errors'

/** Permissions in the format of Strapi's users-permissions plugin, by type, controller and action. */
export interface PermissionTree {
  [type: string]: { controllers: { [controller: string]: { [action: string]: { enabled: boolean; policy: string } } } }
}

/** Returns the tree of all actions. Granted actions are enabled. */
export function permissionTree(actions: readonly string[], granted: ReadonlySet<string>): PermissionTree {
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
export function actionsOfTree(tree: unknown, known: readonly string[]): string[] {
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
