import { isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { hashPasswordWithBcrypt, longestBcryptPassword } from '@content-api/core/secrets/password-hash'
import { componentOf } from './resolve-links.js'

/** A password that is hashed already. */
export class HashedPassword {
  constructor(readonly hash: string) {}
}

/** A hash of bcrypt. */
const hashForm = /^\$2[aby]\$\d{2}\$[./A-Za-z0-9]{53}$/

/**
 * Returns data with hashed passwords, also in components. It runs before the transaction of a write, because
 * hashing takes long. Texts that are no valid passwords stay, and are rejected with the other values.
 * @param client identifies the client, so that the queue serves waiting clients in turn
 * @param options.keepsHashes whether hashes of bcrypt are stored as they are, for code that has hashed them itself
 */
export async function hashPasswords(
  registry: Registry,
  schema: Schema,
  data: Values,
  client?: string,
  { keepsHashes = false }: { readonly keepsHashes?: boolean } = {},
): Promise<Values> {
  const hashed: Record<string, unknown> = { ...data }
  for (const [name, attribute] of Object.entries(schema.declared)) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    if (isScalar(attribute)) {
      const { type, maxLength = longestBcryptPassword } = attribute
      if (type !== 'password' || typeof value !== 'string' || value.length > maxLength) continue
      if (Buffer.byteLength(value) > longestBcryptPassword) continue
      const isHash = keepsHashes && hashForm.test(value)
      hashed[name] = new HashedPassword(isHash ? value : await hashPasswordWithBcrypt(value, client))
    } else if (attribute.type === 'component' || attribute.type === 'dynamiczone') {
      const hashItem = async (item: unknown) => {
        const component = componentOf(registry, attribute, item)
        return component && isRecord(item) ? hashPasswords(registry, component, item, client, { keepsHashes }) : item
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
