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

/** Reads the entries at paths through Strapi, with drafts and all locales. */
export async function readContentValues(strapi: HttpClient, paths: readonly string[]): Promise<ContentValues> {
  const values = new ContentValues()
  for (const path of paths) {
    const { status, text } = await strapi.get(
      `/api/${path}?populate=*&publicationState=preview&locale=all&pagination[pageSize]=100`,
      'full',
    )
    if (status === 200) values.add(JSON.parse(text))
  }
  return values
}
