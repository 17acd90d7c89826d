import type { Client } from '../client.js'
import type { Id, LocalizationInput } from '../types/input.js'
import type { ContentTypes, NamesOf } from '../types/model.js'
import type { RequestOptions } from '../types/request.js'
import type { Result, Shape } from '../types/result.js'
import { expectEntry } from '../rest/expect-entry.js'
import { pathOf } from '../rest/path.js'
import { toJSON } from '../rest/relations.js'

type Localized<Types extends ContentTypes> = NamesOf<Types['collections'], { localized: true }>

/**
 * Creates a localisation of an entry, a draft unless `publishedAt` says otherwise (specification §4.1):
 * `createLocalization(api, 'articles', 1, { locale: 'fr', title: 'Neuf' })`. Its answer is flat in either shape of the
 * client. Throws an `ApiError` when the entry has that locale already or there is no such locale.
 */
export async function createLocalization<Types extends ContentTypes, S extends Shape, Name extends Localized<Types>>(
  api: Client<Types, S>,
  plural: Name,
  id: Id,
  data: LocalizationInput<Types['collections'][Name]>,
  options?: RequestOptions,
): Promise<Result<Types['collections'][Name], '*', undefined, 'flat', 'preview'>> {
  const path = `${pathOf(plural, id)}/localizations`
  const answer = await api.send({ method: 'POST', path, body: toJSON(data), options })
  return expectEntry(answer, `POST ${path}`) as never
}
