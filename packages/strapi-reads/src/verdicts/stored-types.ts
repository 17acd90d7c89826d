import { isRecord } from '@content-api/model'

/** The content types that the running Strapi has stored, by uid; null if they couldn't be read. */
export type StoredTypes = Readonly<Record<string, unknown>> | null

/** Returns the attributes of a stored type. */
export function storedAttributes(type: unknown): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const attributes = isRecord(type) ? type['attributes'] : undefined
  const found = Object.entries(isRecord(attributes) ? attributes : {})
  return Object.fromEntries(found.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])))
}
