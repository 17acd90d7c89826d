import { listed } from '@content-api/model'
import type { ServiceClient } from './service-client.js'
import { ToolError } from './tool-error.js'

const kinds = { role: 'roles', user: 'users', token: 'tokens' } as const

/**
 * Returns the identity that a value of `--as` names: `public`, `everything`, or `role:`, `user:` or `token:`
 * followed by an id or a name.
 * @throws ToolError with the existing names
 */
export async function findIdentity(client: ServiceClient, as: string): Promise<string> {
  if (as === 'public' || as === 'everything') return as
  const [kind = '', ...rest] = as.split(':')
  const name = rest.join(':')
  if (!Object.hasOwn(kinds, kind) || name === '') {
    throw new ToolError(`Invalid identity "${as}". Use public, everything, role:<name>, user:<name> or token:<name>.`)
  }
  if (/^\d+$/.test(name)) return as
  const list = (await client.identities())[kinds[kind as keyof typeof kinds]]
  const found = list.find(({ label }) => label.toLowerCase() === name.toLowerCase())
  if (found) return found.name
  const names = list.slice(0, 20).map(({ label }) => label)
  throw new ToolError(`There is no ${kind} "${name}". ${names.length > 0 ? `Use ${listed(names)}.` : 'None exist.'}`)
}
