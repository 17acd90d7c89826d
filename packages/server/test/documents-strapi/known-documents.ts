import { type ContentType, isRecord } from '@content-api/model'
import type { Random } from '../strapi-starts/random.js'
import type { HttpClient } from '../beside/http-client.js'
import { pathOf } from './operation.js'

/** A document that the first server has. */
export interface KnownDocument {
  readonly documentId: string
  readonly type: ContentType
  /** Its locales; null in types without locales. */
  readonly locales: Set<string | null>
  /** The last version that a response showed with its components, by state and locale. */
  readonly shown: Map<string, Readonly<Record<string, unknown>>>
}

/** The documents that the first server has, as its responses say. */
export class KnownDocuments {
  readonly #types = new Map<string, Map<string, KnownDocument>>()
  /** Ids of deleted documents. */
  readonly gone: string[] = ['nothing00000000000000001']

  of({ uid }: ContentType): readonly KnownDocument[] {
    return [...(this.#types.get(uid)?.values() ?? [])]
  }

  has({ uid }: ContentType, documentId: string): boolean {
    return this.#types.get(uid)?.has(documentId) === true
  }

  /** Returns a document of a type; undefined if there is none. New ones are more likely. */
  one(type: ContentType, random: Random): KnownDocument | undefined {
    const all = this.of(type)
    if (all.length === 0) return undefined
    return random.chance(0.5) ? random.one(all.slice(-12)) : random.one(all)
  }

  /** Remembers an entry of a response. @param state of the version that it shows */
  add(type: ContentType, entry: Readonly<Record<string, unknown>>, state: string, isWhole: boolean): void {
    const documentId = String(entry['documentId'])
    const locale = type.localized ? ((entry['locale'] as string | null | undefined) ?? null) : null
    const documents = this.#types.get(type.uid) ?? new Map<string, KnownDocument>()
    this.#types.set(type.uid, documents)
    const known = documents.get(documentId) ?? { documentId, type, locales: new Set(), shown: new Map() }
    documents.set(documentId, known)
    known.locales.add(locale)
    if (isWhole) known.shown.set(`${state} ${String(locale)}`, entry)
  }

  /** Forgets a document, or some of its locales. */
  remove({ uid }: ContentType, documentId: string, locales: readonly (string | null)[] | null): void {
    const known = this.#types.get(uid)?.get(documentId)
    if (!known) return
    for (const locale of locales ?? [...known.locales]) known.locales.delete(locale)
    if (known.locales.size > 0) return
    this.#types.get(uid)?.delete(documentId)
    if (this.gone.length < 50) this.gone.push(documentId)
  }

  /**
   * Reads all documents of the first server, except those that are published without a draft, of which a write
   * makes an empty draft in Strapi, and those that link versions as entries of any type, which lose their links.
   */
  async load(server: HttpClient, types: readonly ContentType[]): Promise<void> {
    for (const type of types) {
      const isSingle = type.kind === 'singleType'
      if (Object.values(type.declared).some((link) => link.type === 'relation' && link.target === undefined)) continue
      for (const state of type.draftAndPublish ? ['draft'] : ['published']) {
        const more = isSingle ? '' : `&pagination[pageSize]=100${type.localized ? '&locale=*' : ''}`
        const { status, text } = await server.get(`${pathOf(type)}?status=${state}${more}`, 'full')
        if (status !== 200) continue
        const { data } = JSON.parse(text) as { readonly data: unknown }
        for (const entry of [data].flat()) if (isRecord(entry)) this.add(type, entry, state, false)
      }
    }
  }
}
