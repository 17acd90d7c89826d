import { thumbnailOf } from '../media/file.js'
import { flatEntry } from '../model/flat-entry.js'
import { showDrafts } from '../model/content-form.js'
import type { ModelIndex } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import type { Query } from '../state/query.js'
import { failureOf, jsonOf, RequestFailed } from '../transport/response.js'
import type { Transport } from '../transport/transport.js'
import { formPopulate } from './entry-query.js'
import { type EntryValues, formAttributes } from './form.js'
import { isRecord } from '../model/is-record.js'
import { documentIn, type Related } from './related.js'
import { plain } from './scalar-field.js'

/** An entry and its other localizations. */
export interface LoadedEntry {
  readonly values: EntryValues
  /** Null if the service sends no versions. */
  readonly version: string | null
  readonly localizations: readonly Localization[]
  /** The published version of a document; null for entries and for documents without one. */
  readonly published: EntryValues | null
}

export interface Localization {
  readonly id: number
  readonly documentId?: string
  readonly locale: string
}

export interface EntryPlace {
  readonly type: ExplorerType
  /** The id, or the document id; null for the entry of a single type. */
  readonly id: number | string | null
  readonly locale: string
}

interface LoadOptions {
  readonly model: ModelIndex
  readonly transport: Transport
  readonly signal: AbortSignal
  /** True if the counts of the model are up to date. A count of 0 then means that a single type has no entry. */
  readonly isCounted: boolean
}

/** Loads the values of a form. Returns null if a single type has no entry yet. */
export async function loadEntry(
  { type, id, locale }: EntryPlace,
  { model, transport, signal, isCounted }: LoadOptions,
): Promise<LoadedEntry | null> {
  const { hasVersions } = model.content
  const isSingle = type.kind === 'singleType'
  if (isSingle && isCounted && type.count === 0) return null
  const links = formAttributes(type.attributes).filter(({ readable }) => readable)
  const others = type.localized ? { localizations: { fields: ['locale'] } } : {}
  const query: Query = {
    populate: { ...formPopulate(links, model), ...others },
    ...(type.draftAndPublish && showDrafts(model.content)),
    ...((isSingle || hasVersions) && type.localized && { locale }),
  }
  const path = isSingle ? type.path : `${type.path}/${id}`
  const response = await transport.send({ path, query, signal })
  const failure = failureOf(response)
  if (isSingle && failure?.status === 404) return null
  if (failure) throw new RequestFailed(failure)
  const { data } = jsonOf(response) as { readonly data: unknown }
  const values = flatEntry(data, type, model)
  const localizations = localizationsOf(values)
  if (!hasVersions) return { values, version: response.version, localizations, published: null }
  const published = type.draftAndPublish
    ? await loadPublished(path, type.localized ? locale : null, { transport, signal })
    : null
  return { values, version: plain(values['updatedAt']) || null, localizations, published }
}

/** Returns the published version of a document, or null. */
async function loadPublished(
  path: string,
  locale: string | null,
  { transport, signal }: Pick<LoadOptions, 'transport' | 'signal'>,
): Promise<EntryValues | null> {
  const query = { fields: ['updatedAt', 'publishedAt'], ...(locale !== null && { locale }) }
  const response = await transport.send({ path, query, signal })
  const failure = failureOf(response)
  if (failure?.status === 404) return null
  if (failure) throw new RequestFailed(failure)
  const { data } = jsonOf(response) as { readonly data: unknown }
  return isRecord(data) ? data : null
}

function localizationsOf({ localizations }: EntryValues): readonly Localization[] {
  return [localizations].flat().flatMap((one) => {
    const { id, locale } = isRecord(one) ? one : {}
    if (!isRecord(one) || typeof id !== 'number' || typeof locale !== 'string') return []
    return [{ id, ...documentIn(one), locale }]
  })
}

/** Returns the title of an entry: its label attribute, or its id. */
export function titleOf(values: EntryValues, label: string): string {
  return plain(values[label]) || `#${plain(values['id'])}`
}

/** Returns a function that reads the label of a related entry or file. */
export function describeRelated({ targetOf }: ModelIndex) {
  return (attribute: ExplorerAttribute, value: EntryValues): Pick<Related, 'label' | 'image'> => {
    const label = attribute.type === 'media' ? 'name' : (targetOf(attribute)?.label ?? 'id')
    const text = label === 'id' ? '' : plain(value[label])
    const image = attribute.type === 'media' ? thumbnailOf(value) : null
    return { ...(text !== '' && { label: text }), ...(image !== null && { image }) }
  }
}
