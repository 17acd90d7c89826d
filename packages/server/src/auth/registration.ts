import type { Registry } from '@content-api/model'

/** Attributes that the service sets, and a registration can't. */
const setByService: ReadonlySet<string> = new Set(['provider', 'confirmed', 'blocked', 'role'])

/** Returns whether the configuration may let registrations set an attribute of users. */
export function mayRegister(registry: Registry, name: string): boolean {
  const { declared } = registry.contentType('plugin::users-permissions.user')
  return Object.hasOwn(declared, name) && !setByService.has(name) && !declared[name]?.private
}

/** Returns what to do about an attribute that a registration can't set, whether users have it or not. */
export const adviceOnAttribute = (name: string): string =>
  setByService.has(name) ? '' : 'auth.register.allowedFields in the configuration allows more attributes.'
