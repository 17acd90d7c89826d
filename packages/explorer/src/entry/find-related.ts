import type { Choice } from '../controls/combobox.tsx'
import { rowsOf } from '../model/flat-entry.js'
import { showDrafts } from '../model/content-form.js'
import type { ModelIndex } from '../model/model-index.js'
import type { ExplorerType } from '../protocol.js'
import type { Query } from '../state/query.js'
import type { Transport } from '../transport/transport.js'
import type { EntryValues } from './form.js'
import { documentIn, type Related } from './related.js'
import { plain } from './scalar-field.js'

/** The number of results in a picker. */
const hits = 20

interface RelatedSource {
  readonly model: ModelIndex
  readonly transport: Transport
  readonly target: ExplorerType
  /** The locale of the edited entry: only entries of this locale are offered. */
  readonly locale: string
}

/** Searches entries on the server. Returns ids and labels. */
export async function findRelated(
  source: RelatedSource,
  text: string,
  signal: AbortSignal,
): Promise<readonly RelatedChoice[]> {
  const { target, locale } = source
  const isSingle = target.kind === 'singleType'
  const wanted = text.trim()
  const query: Query = {
    ...shared(source, target),
    ...(target.localized && { locale }),
    ...(!isSingle && { pagination: { pageSize: String(hits), withCount: 'false' } }),
    ...(!isSingle && wanted !== '' && { _q: wanted }),
  }
  return (await readEntries(source, query, signal)).map((entry) => choiceOf(related(entry, target)))
}

/** Loads the labels of the chosen entries with one request. */
export async function readLabels(
  source: Omit<RelatedSource, 'locale'>,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly Related[]> {
  const { target } = source
  const some = ids.slice(0, 100)
  const query: Query = {
    ...shared(source, target),
    ...(target.localized && { locale: source.model.content.everyLocale }),
    ...(target.kind !== 'singleType' && {
      filters: { id: { $in: some.map(String) } },
      pagination: { pageSize: String(some.length), withCount: 'false' },
    }),
  }
  return (await readEntries(source, query, signal)).map((entry) => related(entry, target))
}

const shared = ({ model }: Pick<RelatedSource, 'model'>, { label, draftAndPublish }: ExplorerType): Query => ({
  fields: [label],
  ...(draftAndPublish && showDrafts(model.content)),
})

async function readEntries(
  { transport, target, model }: Omit<RelatedSource, 'locale'>,
  query: Query,
  signal: AbortSignal,
): Promise<readonly EntryValues[]> {
  const body = await transport.read<unknown>({ path: target.path, query, signal })
  return rowsOf(body, target, model)
}

function related(values: EntryValues, { uid, label }: ExplorerType): Related {
  const text = label === 'id' ? '' : plain(values[label])
  return { id: Number(values['id']), ...documentIn(values), type: uid, ...(text !== '' && { label: text }) }
}

export interface RelatedChoice extends Choice {
  readonly related: Related
}

export function choiceOf(one: Related): RelatedChoice {
  return { key: `${one.type ?? ''} ${one.id}`, label: one.label ?? `#${one.id}`, detail: `id ${one.id}`, related: one }
}
