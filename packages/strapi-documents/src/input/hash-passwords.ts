import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { hashPasswordWithBcrypt, longestBcryptPassword } from '@content-api/core/secrets/password-hash'
import { componentOf } from './resolve-links.js'

/** A password that is hashed already. */
export class HashedPassword {
  constructor(readonly hash: string) {}
}

/**
 * Returns data with hashed passwords, also in components. It runs before the transaction of a write, because
 * hashing takes long. Texts that are no valid passwords stay, and are rejected with the other values.
 * @param client identifies the client, so that the queue serves waiting clients in turn
 */
export async function hashPasswords(
  registry: Registry,
  schema: Schema,
  data: Values,
  client?: string,
): Promise<Values> {
  const hashed: Record<string, unknown> = { ...data }
  for (const [name, attribute] of Object.entries(schema.declared)) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (isScalar(attribute)) {
      const { type, maxLength = longestBcryptPassword } = attribute
      if (type !== 'password' || typeof value !== 'string' || value.length > maxLength) continue
      if (Buffer.byteLength(value) > longestBcryptPassword) continue
      hashed[name] = new HashedPassword(await hashPasswordWithBcrypt(value, client))
    } else if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      const hashItem = async (item: unknown) => {
        const component = componentOf(registry, attribute, item)
        return component && isRecord(item) ? hashPasswords(registry, component, item, client) : item
      }
      if (Array.isArray(value)) {
        const items: unknown[] = []
        for (const item of value) items.push(await hashItem(item))
        hashed[name] = items
      } else if (isRecord(value)) hashed[name] = await hashItem(value)
    }
  }
  return hashed
}
