import { digest } from '../secrets/digest.js'

/** What somebody may do. Grants with one `key` allow the same. */
export interface Grants {
  readonly key: string
  readonly may: (action: string) => boolean
}

export const everything: Grants = { key: '', may: () => true }

/** Every `find` and `findOne`, those of users included, as observed. */
export const reading: Grants = { key: 'read', may: (action) => /\.find(One)?$/.test(action) }

export function grantsOf(actions: Iterable<string>): Grants {
  const granted = new Set(actions)
  return { key: digest(JSON.stringify([...granted].toSorted())), may: (action) => granted.has(action) }
}
