import { closest, isBuiltinType, type Registry, isRecord } from '@content-api/model'
import {
  allHookNames,
  aroundHookNames,
  type Hook,
  type Hooks,
  hookNames,
  type HooksOfType,
} from '../../../entries/hooks/hook.js'
import { userType } from '@content-api/engine/plan'
import { currentContext, runAs, runFor } from '../host/current-host.js'
import { contextOf } from '../routes/caller-context.js'
import { ExtensionError, unknownName } from '../../../errors/extension-error.js'
import type { ExtensionHost, ProjectHooks, Subscriber } from '../project-types.js'

/** Returns whether writes of a type run hooks: types of the project and its plugins, and users. */
export function takesHooks(uid: string): boolean {
  return !isBuiltinType(uid) || uid === userType
}

interface SubscribeScope {
  readonly registry: Registry
  readonly strapi: ExtensionHost
}

/**
 * Adds the hooks of a subscriber.
 * @throws ExtensionError for invalid hooks, unknown content types, or types without these hooks
 */
export function subscribe(hooks: Hooks, { registry, strapi }: SubscribeScope, input: Subscriber): () => void {
  if (typeof input === 'function') {
    // A function only subscribes to the hooks of writes. Otherwise it would run for every read.
    const all = Object.fromEntries(hookNames.map((name) => [name, input]))
    return hooks.add(null, bind(strapi, all))
  }
  if (!isRecord(input)) throw new ExtensionError('subscribe() needs an object of hooks by name, or a function.')
  const { models = null, ...named } = input
  if (models !== null && !Array.isArray(models))
    throw new ExtensionError('models of subscribe() must be a list of uids.')
  for (const uid of models ?? []) checkType(registry, String(uid))
  const checked = checkHooks('subscribe()', named)
  for (const uid of models ?? []) checkReadHooks('subscribe()', String(uid), checked)
  return hooks.add(models, bind(strapi, checked))
}

/**
 * Adds the hooks of a content type.
 * @throws ExtensionError for invalid hooks, unknown content types, or types without these hooks
 */
export function addHooks(
  { registry, hooks, strapi }: SubscribeScope & { readonly hooks: Hooks },
  place: string,
  uid: string,
  named: unknown,
): void {
  checkType(registry, uid)
  const checked = checkHooks(place, named)
  checkReadHooks(place, uid, checked)
  hooks.add([uid], bind(strapi, checked))
}

/** @throws ExtensionError for an unknown content type, or one whose writes run no hooks */
export function checkType(registry: Registry, uid: string): void {
  if (!registry.contentTypes.has(uid)) throw unknownName('The content type', uid, registry.contentTypes.keys())
  if (!takesHooks(uid)) {
    throw new ExtensionError(`Writes of ${uid} run no hooks. Only writes of the project's own types and of users do.`)
  }
}

/** @throws ExtensionError for an unknown hook, or one that isn't a function */
export function checkHooks(place: string, input: unknown): ProjectHooks {
  if (!isRecord(input))
    throw new ExtensionError(`${place} must be an object of hooks by name: ${allHookNames.join(', ')}.`)
  for (const [name, hook] of Object.entries(input)) {
    if (!(allHookNames as readonly string[]).includes(name)) {
      const near = closest(name, allHookNames)
      const hint = near === undefined ? `There are: ${allHookNames.join(', ')}.` : `Did you mean "${near}"?`
      throw new ExtensionError(`${place}: there is no hook "${name}". ${hint}`)
    }
    if (typeof hook !== 'function') throw new ExtensionError(`${place}: ${name} must be a function.`)
  }
  return input
}

/** @throws ExtensionError for hooks around reads of users, which have endpoints of their own */
export function checkReadHooks(place: string, uid: string, hooks: ProjectHooks): void {
  if (uid !== userType) return
  const read = aroundHookNames.find((name) => Object.hasOwn(hooks, name))
  if (read === undefined) return
  throw new ExtensionError(`${place}: ${read} is never called for ${uid}, only hooks of writes are. Use a policy.`)
}

/**
 * Binds hooks to the application: it becomes their second argument and, as in Strapi, the global `strapi`.
 * `strapi.requestContext` has the request of the write.
 */
export function bind(strapi: ExtensionHost, hooks: ProjectHooks): HooksOfType {
  const bound = Object.entries(hooks).map(([name, hook]): [string, Hook] => [
    name,
    (event, caller) => {
      const run = () => runAs(strapi, () => hook(event, { strapi }))
      // Code around the write has the context already.
      return caller === undefined || currentContext() ? run() : runFor(undefined, run, () => contextOf(caller))
    },
  ])
  return Object.fromEntries(bound)
}
