import { digest } from '../secrets/digest.js'

/** The permissions of a caller. Grants with the same `key` allow the same actions. */
export interface Grants {
  readonly key: string
  readonly may: (action: string) => boolean
}

export const everything: Grants = { key: '', may: () => true }

/** Allows every `find` and `findOne`, including those of users (as in Strapi 4.26). */
export const reading: Grants = { key: 'read', may: (action) => /\.find(One)?$/.test(action) }

export function grantsOf(actions: Iterable<string>): Grants {
  const granted = new Set(actions)
  return { key: digest(JSON.stringify([...granted].toSorted())), may: (action) => granted.has(action) }
}
