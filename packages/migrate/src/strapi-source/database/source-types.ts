import { type Registry, isRecord } from '@content-api/model'

/** An attribute in the schema of the source, with the properties that its columns and tables depend on. */
export interface SourceAttribute {
  readonly type: string
  readonly relation?: string
  readonly target?: string
  readonly mappedBy?: string
  readonly morphBy?: string
  readonly inversedBy?: string
  readonly component?: string
  readonly repeatable?: boolean
}

export interface SourceType {
  readonly uid: string
  readonly table: string
  readonly singularName: string
  readonly attributes: Readonly<Record<string, SourceAttribute>>
}

/** Returns the content types that Strapi stored at its last start, and those of the project that are missing there. */
export function collectTypes(stored: unknown, registry: Registry): ReadonlyMap<string, SourceType> {
  const types = new Map<string, SourceType>()
  if (isRecord(stored)) {
    for (const [uid, schema] of Object.entries(stored)) {
      const { collectionName: table, info, attributes } = isRecord(schema) ? schema : {}
      if (typeof table !== 'string' || !isRecord(attributes)) continue
      const singularName = isRecord(info) && typeof info['singularName'] === 'string' ? info['singularName'] : ''
      types.set(uid, { uid, table, singularName, attributes: attributes as SourceType['attributes'] })
    }
  }
  for (const { uid, collectionName, singularName, attributes } of registry.contentTypes.values()) {
    if (types.size === 0 || !types.has(uid)) {
      types.set(uid, { uid, table: collectionName, singularName, attributes })
    }
  }
  return types
}

/** Returns the components of the project: Strapi's database has no schemas of components. */
export function collectComponents({ components }: Registry): ReadonlyMap<string, SourceType> {
  return new Map(
    [...components.values()].map(({ uid, collectionName, declared }) => [
      uid,
      {
        uid,
        table: collectionName,
        singularName: uid.split('.')[1] ?? uid,
        attributes: declared,
      },
    ]),
  )
}

/** Reduces a name to lower-case letters and digits. The names of an attribute and its column are then equal. */
export const normalizeName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Finds the table `<table>_<attribute>_<ending>`; Strapi may spell the attribute differently in it. */
export function findTable(
  tables: ReadonlyMap<string, readonly string[]>,
  { table }: SourceType,
  attribute: string,
  ending: string,
): string | null {
  const wanted = normalizeName(attribute)
  for (const name of tables.keys()) {
    if (!name.startsWith(`${table}_`) || !name.endsWith(`_${ending}`)) continue
    if (normalizeName(name.slice(table.length + 1, -ending.length - 1)) === wanted) return name
  }
  return null
}
