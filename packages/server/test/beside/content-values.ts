import type { ContentType } from '@content-api/model'
import type { StrapiVersion } from '@content-api/strapi-tables/layout'
import type { Random } from '../strapi-starts/random.js'
import type { HttpClient } from './http-client.js'

/** Values of the content by the name of their attribute, from which filters take theirs. */
export class ContentValues {
  readonly #values = new Map<string, Set<string>>()

  /** Adds all values in a response. */
  add(value: unknown, name = ''): void {
    if (Array.isArray(value)) for (const item of value) this.add(item, name)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) this.add(inner, key)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      const known = this.#values.get(name) ?? new Set()
      this.#values.set(name, known)
      const text = String(value)
      if (known.size < 60 && text.length < 200) known.add(text)
    }
  }

  /** Returns a value of an attribute, or undefined if the content has none. */
  one(random: Random, name: string): string | undefined {
    const known = this.#values.get(name)
    return known && random.one([...known])
  }
}

/** The values of the content of a service, and the ids in the paths of its entries by the name of their type. */
export interface KnownContent {
  readonly values: ContentValues
  readonly ids: ReadonlyMap<string, readonly string[]>
}

/** The parameters with which a version of Strapi returns drafts, and those that add all locales. */
const everything: Readonly<Record<StrapiVersion, { readonly states: readonly string[]; readonly locales: string }>> = {
  4: { states: ['publicationState=preview'], locales: 'locale=all' },
  5: { states: ['status=published', 'status=draft'], locales: 'locale=*' },
}

/** Reads the entries of content types through Strapi, with drafts and all locales. */
export async function readContentValues(
  strapi: HttpClient,
  types: readonly ContentType[],
  version: StrapiVersion,
): Promise<KnownContent> {
  const values = new ContentValues()
  const ids = new Map<string, string[]>()
  const { states, locales } = everything[version]
  for (const { kind, singularName, pluralName, localized } of types) {
    const isSingle = kind === 'singleType'
    const more = isSingle ? '' : `&pagination[pageSize]=100${localized ? `&${locales}` : ''}`
    for (const state of states) {
      const path = `/api/${isSingle ? singularName : pluralName}?populate=*&${state}${more}`
      const { status, text } = await strapi.get(path, 'full')
      if (status !== 200) continue
      const body = JSON.parse(text) as { readonly data: readonly { readonly documentId?: string }[] | object }
      values.add(body)
      if (!Array.isArray(body.data)) continue
      const found = (body.data as readonly { readonly documentId?: string }[]).flatMap(
        ({ documentId }) => documentId ?? [],
      )
      ids.set(pluralName, [...new Set([...(ids.get(pluralName) ?? []), ...found])])
    }
  }
  return { values, ids }
}
