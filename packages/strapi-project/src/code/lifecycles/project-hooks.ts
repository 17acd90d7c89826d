import { closest, isBuiltinType, type Registry, isRecord, listed } from '@content-api/model'
import {
  allHookNames,
  aroundHookNames,
  type Hook,
  type Hooks,
  hookNames,
  type HooksOfType,
} from '@content-api/core/entries/hooks/hook'
import { userType } from '@content-api/engine/plan'
import { currentContext, runAs, runFor } from '../host/current-host.js'
import { contextOf } from '../routes/caller-context.js'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'
import type { ExtensionHost, ProjectHooks, Subscriber } from '../project-types.js'

/** Returns whether writes of a type run hooks: types of the project and its plugins, and users. */
export function takesHooks(uid: string): boolean {
  return !isBuiltinType(uid) || uid === userType
}

interface SubscribeScope {
  readonly registry: Registry
  readonly strapi: ExtensionHost
  /** Reports hooks that never run. Strapi 4.26 starts with them. */
  readonly warn: (message: string) => void
}

/**
 * Adds the hooks of a subscriber.
 * @param place the line that subscribes
 * @throws ExtensionError for anything but an object or a function, and for hooks that are no functions
 */
export function subscribe(hooks: Hooks, scope: SubscribeScope, input: Subscriber, place?: string): () => void {
  if (typeof input === 'function') {
    // A function only subscribes to the hooks of writes. Otherwise it would run for every read.
    const all = Object.fromEntries(hookNames.map((name) => [name, input]))
    return hooks.add(null, bind(scope.strapi, all), place)
  }
  if (!isRecord(input)) throw new ExtensionError('subscribe() needs an object of hooks by name, or a function.')
  const { models = null, ...named } = input
  if (models !== null && !Array.isArray(models))
    throw new ExtensionError('models of subscribe() must be a list of uids.')
  const usable = usableHooks(scope, 'subscribe()', (models ?? []).map(String), named)
  return hooks.add(models, bind(scope.strapi, usable), place)
}

/**
 * Adds the hooks of a content type.
 * @throws ExtensionError for anything but an object, and for hooks that are no functions
 */
export function addHooks(hooks: Hooks, scope: SubscribeScope, place: string, uid: string, named: unknown): void {
  hooks.add([uid], bind(scope.strapi, usableHooks(scope, place, [uid], named)), place)
}

/** Returns the hooks that may run. Warns of the others, and of content types for which they don't run. */
function usableHooks({ registry, warn }: SubscribeScope, place: string, uids: readonly string[], input: unknown) {
  if (!isRecord(input))
    throw new ExtensionError(`${place} must be an object of hooks by name: ${listed(allHookNames)}.`)
  const known = Object.entries(input).filter(([name, hook]) => {
    if (!(allHookNames as readonly string[]).includes(name)) {
      const near = closest(name, allHookNames)
      const hint = near === undefined ? `There are: ${listed(allHookNames)}.` : `Did you mean "${near}"?`
      warn(`There is no hook "${name}". ${hint}`)
      return false
    }
    if (typeof hook !== 'function') throw new ExtensionError(`${place}: ${name} must be a function.`)
    return true
  })
  for (const uid of uids) {
    if (!registry.contentTypes.has(uid))
      warn(unknownName('The content type', uid, registry.contentTypes.keys()).message)
    else if (!takesHooks(uid))
      warn(`Writes of ${uid} run no hooks. Only writes of the project's own types and of users do.`)
    else if (uid === userType) {
      // Users have endpoints of their own.
      const never = known.filter(([name]) => (aroundHookNames as readonly string[]).includes(name))
      const names = never.map(([name]) => name).join(', ')
      if (names !== '') warn(`${uid} has no reads and writes of many entries that run ${names}. Use a policy.`)
    }
  }
  return Object.fromEntries(known) as ProjectHooks
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
