import type { Client } from '../client.js'
import type { SoundInput } from '../types/checked-input.js'
import type { Id, LocalizationInput } from '../types/input.js'
import type { CollectionOf, ContentTypes, NamesOf } from '../types/model.js'
import type { RequestOptions } from '../types/request.js'
import type { Result, Shape } from '../types/result.js'
import { expectEntry } from '../rest/expect-entry.js'
import { entryPath, typePath } from '../rest/path.js'
import { toJSON } from '../rest/to-json.js'

type Localized<Types extends ContentTypes> = NamesOf<Types['collections'], { localized: true }>
type Localization<D> = Result<D, '*', ['localizations'], 'flat', 'preview'>

/**
 * Creates a localization of an entry: a draft unless `publishedAt` is set (specification §4.1). Returns it
 * flat, whatever the shape of the client, with the entry's other localizations.
 *
 * @throws ApiError when the entry already has that locale, or the service doesn't know it
 * @example
 * ```ts
 * await createLocalization(api, 'articles', 1, { locale: 'fr', title: 'Neuf' })
 * ```
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
): Promise<Localization<CollectionOf<Types, Name>>> {
  const path = `${entryPath(typePath(plural), id)}/localizations`
  const response = await api.send({ method: 'POST', path, body: toJSON(data), options })
  return expectEntry(response, `POST ${path}`) as Localization<CollectionOf<Types, Name>>
}
