import { type ContentType, isRecord, isScalar, type Registry, type Schema } from '@content-api/model'
import { type DataSource, drawData } from './draw-data.js'
import type { KnownDocument } from './known-documents.js'
import { type Operation, pathOf } from './operation.js'

/** Draws the operations that two servers get, and learns from the responses of the first one. */
export class OperationDrawing {
  readonly #types: readonly ContentType[]

  constructor(
    readonly source: DataSource,
    /** Whether the database returns rows without a sort in any order. */
    readonly isUnordered: boolean,
  ) {
    this.#types = [...source.registry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  }

  get types(): readonly ContentType[] {
    return this.#types
  }

  draw(): Operation {
    const { random, registry } = this.source
    const type = random.chance(0.4) ? registry.contentType('api::article.article') : random.one(this.#types)
    const kind = random.next()
    if (kind < 0.2) return this.#read(type)
    if (kind < 0.27) return this.#delete(type)
    if (kind < 0.55 && type.kind === 'collectionType') return this.#create(type)
    return this.#update(type)
  }

  /** Learns which documents exist from the response of the first server. */
  learn({ method, uid, path }: Operation, status: number, body: unknown): void {
    if (status >= 400) return
    const { registry, known } = this.source
    const type = registry.contentType(uid)
    const query = new URLSearchParams(path.split('?')[1] ?? '')
    if (method === 'DELETE') {
      const documentId = type.kind === 'singleType' ? known.of(type)[0]?.documentId : /\/([a-z0-9]{24})/.exec(path)?.[1]
      if (documentId !== undefined) known.remove(type, documentId, deletedLocales(type, query))
      return
    }
    const data: unknown = isRecord(body) ? body['data'] : null
    const state = query.get('status') ?? 'published'
    const isWhole = path.includes('populate[')
    // Reads also show documents that `load` leaves out.
    const learns = (entry: Record<string, unknown>) => method !== 'GET' || known.has(type, String(entry['documentId']))
    for (const entry of [data].flat()) if (isRecord(entry) && learns(entry)) known.add(type, entry, state, isWhole)
  }

  #create(type: ContentType): Operation {
    const query = this.#writeQuery(type, this.#locale(type, undefined))
    return {
      method: 'POST',
      path: `${pathOf(type)}${query}`,
      uid: type.uid,
      body: { data: drawData(this.source, { type, isNew: true, documentId: undefined, stored: undefined }) },
    }
  }

  #update(type: ContentType): Operation {
    const { random } = this.source
    const document = this.#document(type)
    const locale = this.#locale(type, document)
    const key = `draft ${String(type.localized ? (locale ?? 'en') : null)}`
    const stored = document?.shown.get(type.draftAndPublish ? key : key.replace('draft', 'published'))
    const isNew = document !== undefined && type.localized && !document.locales.has(locale ?? 'en')
    const data = random.chance(0.08)
      ? {}
      : drawData(this.source, { type, isNew, documentId: document?.documentId, stored })
    return {
      method: 'PUT',
      path: `${pathOf(type, this.#idOf(type, document))}${this.#writeQuery(type, locale)}`,
      uid: type.uid,
      body: { data },
    }
  }

  #delete(type: ContentType): Operation {
    const { random } = this.source
    const document = this.#document(type)
    const locale = type.localized
      ? random.one(['', '', '?locale=fr', '?locale=en', '?locale=*', '?locale[0]=en&locale[1]=fr'])
      : ''
    return { method: 'DELETE', path: `${pathOf(type, this.#idOf(type, document))}${locale}`, uid: type.uid }
  }

  #read(type: ContentType): Operation {
    const { random } = this.source
    const isOne = type.kind === 'singleType' || random.chance(0.6)
    const parameters = [
      ...this.#status(type),
      ...localeQuery(type.localized ? random.one([undefined, 'en', 'fr', isOne ? 'de' : '*']) : undefined),
      ...(isOne ? this.#populate(type) : this.#declaredPopulate(type)),
      ...(random.chance(0.1) ? [`publicationFilter=${random.one(publicationFilters)}`] : []),
    ]
    if (!isOne) {
      parameters.push(`pagination[pageSize]=${random.integer(5, 40)}`)
      if (this.isUnordered || random.chance(0.4))
        parameters.push(this.isUnordered ? 'sort=id' : random.one(['sort=id:desc', 'sort=createdAt,id']))
    }
    const document = isOne ? this.#idOf(type, this.#document(type)) : undefined
    return { method: 'GET', path: `${pathOf(type, document)}?${parameters.join('&')}`, uid: type.uid }
  }

  #document(type: ContentType): KnownDocument | undefined {
    const { random, known } = this.source
    return random.chance(0.98) || type.kind === 'singleType' ? known.one(type, random) : undefined
  }

  #idOf(type: ContentType, document: KnownDocument | undefined): string | undefined {
    const { random, known } = this.source
    return type.kind === 'singleType' ? undefined : (document?.documentId ?? random.one(known.gone))
  }

  /** Draws the locale of a write: one that the document has, or another one. */
  #locale({ localized }: ContentType, document: KnownDocument | undefined): string | undefined {
    const { random } = this.source
    if (!localized) return random.chance(0.02) ? 'fr' : undefined
    const own = [...(document?.locales ?? [])].filter((locale) => locale !== null)
    if (own.length > 0 && random.chance(0.6)) return random.one(own)
    if (own.length > 0 && this.isUnordered) {
      // Strapi passes values on, and inherits them, by a row that it reads without a sort.
      this.source.leftOut.add('further locales of a document on PostgreSQL')
      return random.one(own)
    }
    return random.one([undefined, undefined, undefined, 'fr', 'fr', 'en', 'de'])
  }

  #writeQuery(type: ContentType, locale: string | undefined): string {
    const parameters = [...this.#status(type), ...localeQuery(locale), ...this.#declaredPopulate(type)]
    return parameters.length === 0 ? '' : `?${parameters.join('&')}`
  }

  #status({ draftAndPublish }: ContentType): readonly string[] {
    const { random } = this.source
    return random.chance(draftAndPublish ? 0.45 : 0.1) ? [`status=${random.one(['draft', 'draft', 'published'])}`] : []
  }

  /**
   * Strapi shows the other locales as they were before a write passed shared values on to them, and leaves out
   * those that the same list shows.
   */
  #declaredPopulate(type: ContentType): readonly string[] {
    const { registry, leftOut } = this.source
    const drawn = this.#populate(type)
    if (!type.localized || !drawn.includes('populate=*')) return drawn
    leftOut.add('`localizations` in the response of a write, and in lists')
    return populateAll(registry, type, '')
  }

  #populate(type: ContentType): readonly string[] {
    const { random, registry, leftOut } = this.source
    if (random.chance(0.02)) leftOut.add('`fields` of a write, without which links of others are kept')
    const kind = random.next()
    if (kind < 0.35) return []
    return kind < 0.5 ? ['populate=*'] : populateAll(registry, type, '')
  }
}

const publicationFilters = [
  'never-published',
  'has-published-version',
  'modified',
  'unmodified',
  'published-with-draft',
]

const localeQuery = (locale: string | undefined): readonly string[] =>
  locale === undefined ? [] : [`locale=${locale}`]

function deletedLocales({ localized }: ContentType, query: URLSearchParams): readonly (string | null)[] | null {
  if (!localized) return null
  const locale = query.get('locale')
  if (locale === '*') return null
  const list = [...query].filter(([key]) => key.startsWith('locale[')).map(([, value]) => value)
  return list.length > 0 ? list : [locale ?? 'en']
}

/** Returns the parameters that populate everything of an entry, with what its components contain. */
export function populateAll(registry: Registry, schema: Schema, prefix: string): readonly string[] {
  return Object.entries(schema.declared).flatMap(([name, attribute]): readonly string[] => {
    const path = `populate${prefix}[${name}]`
    if (isScalar(attribute)) return []
    if (attribute.type === 'component') {
      const inner = populateAll(registry, registry.component(attribute.component), `${prefix}[${name}][populate]`)
      return inner.length > 0 ? inner : [`${path}=true`]
    }
    if (attribute.type === 'dynamiczone') {
      return attribute.components.flatMap((uid) => {
        const inner = populateAll(registry, registry.component(uid), `${prefix}[${name}][on][${uid}][populate]`)
        return inner.length > 0 ? inner : [`${path}[on][${uid}]=true`]
      })
    }
    return [`${path}=true`]
  })
}
