import type { Client } from '../client.js'
import type { SoundInput } from '../types/checked-input.js'
import type { Id, LocalizationInput } from '../types/input.js'
import type { CollectionOf, ContentTypes, NamesOf } from '../types/model.js'
import type { RequestOptions } from '../types/request.js'
import type { Result, Shape } from '../types/result.js'
import { expectEntry } from '../rest/expect-entry.js'
import { pathOf } from '../rest/path.js'
import { toJSON } from '../rest/to-json.js'

type Localized<Types extends ContentTypes> = NamesOf<Types['collections'], { localized: true }>

/**
 * Creates a localisation of an entry, a draft unless `publishedAt` says otherwise (specification §4.1):
 * `createLocalization(api, 'articles', 1, { locale: 'fr', title: 'Neuf' })`. Its answer is flat in either shape of the
 * client, and holds the entry's other localisations. Throws an `ApiError` when the entry has that locale already or there
 * is no such locale.
 */
export async function createLocalization<
  Types extends ContentTypes,
  S extends Shape,
  Name extends Localized<Types>,
  X = never,
>(
  api: Client<Types, S>,
  plural: Name,
  id: Id,
  data: LocalizationInput<CollectionOf<Types, Name>> &
    SoundInput<CollectionOf<Types, Name>, LocalizationInput<CollectionOf<Types, Name>>, X>,
  options?: RequestOptions,
): Promise<Result<CollectionOf<Types, Name>, '*', ['localizations'], 'flat', 'preview'>> {
  const path = `${pathOf(plural, id)}/localizations`
  const answer = await api.send({ method: 'POST', path, body: toJSON(data), options })
  return expectEntry(answer, `POST ${path}`) as never
}
