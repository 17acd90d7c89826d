import { isRecord } from '@content-api/model'
import { ExtensionError, checkKeys } from './extension-error.js'
import { checkOptions } from './extension-input.js'
import { type RouteInput, routeMethods } from './project-types.js'

/** @throws ExtensionError for anything that isn't a route */
export function checkRoute(given: unknown): RouteInput {
  if (!isRecord(given)) throw new ExtensionError('A route must be an object with method, path and handler.')
  const { method, path, handler, action, config = {} } = given
  const route = `the route ${String(method)} ${String(path)}`
  const at = `In ${route}`
  checkKeys(route, given, ['method', 'path', 'handler', 'action', 'config'])
  if (!(routeMethods as readonly unknown[]).includes(method)) {
    throw new ExtensionError(`${at} the method must be one of ${routeMethods.join(', ')}.`)
  }
  if (typeof path !== 'string' || !/^(\/(:[A-Za-z_]\w*|[\w.~-]+))+$/.test(path)) {
    throw new ExtensionError(`${at} the path must be made of plain segments and ":name", such as "/cities/:code".`)
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
  if (new Set(names).size < names.length) throw new ExtensionError(`${at} the path has one name twice.`)
  if (typeof handler !== 'string' && typeof handler !== 'function') {
    throw new ExtensionError(`${at} the handler must be a function, or its name such as "city.nearest".`)
  }
  if (action !== undefined && (typeof action !== 'string' || !/^api::[\w-]+\.[\w-]+\.\w+$/.test(action))) {
    throw new ExtensionError(`${at} the action must be the name of a permission such as "api::city.city.nearest".`)
  }
  checkOptions(`the config of ${route}`, config)
  return given as unknown as RouteInput
}
