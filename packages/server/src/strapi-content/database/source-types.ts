import { type Registry, isRecord } from '@content-api/model'

/** An attribute as the source's schema says it; of relations and zones what their tables depend on. */
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

/** Content types of the source: as it noted them itself at its last start, or as the project has them. */
export function sourceTypes(noted: unknown, registry: Registry): ReadonlyMap<string, SourceType> {
  const types = new Map<string, SourceType>()
  if (isRecord(noted)) {
    for (const [uid, schema] of Object.entries(noted)) {
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

/** Strapi notes content types and not components: those are as the project has them. */
export function sourceComponents({ components }: Registry): ReadonlyMap<string, SourceType> {
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

/** Attributes and columns have the same name but for case and underscores. */
export const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** A table `<table>_<attribute>_<ending>`, however Strapi spells the attribute in it. */
export function tableOf(
  tables: ReadonlyMap<string, readonly string[]>,
  { table }: SourceType,
  attribute: string,
  ending: string,
): string | null {
  const wanted = plain(attribute)
  for (const name of tables.keys()) {
    if (!name.startsWith(`${table}_`) || !name.endsWith(`_${ending}`)) continue
    if (plain(name.slice(table.length + 1, -ending.length - 1)) === wanted) return name
  }
  return null
}
