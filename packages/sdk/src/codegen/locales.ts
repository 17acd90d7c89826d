import type { ContentModel } from './content-model.js'
import { fetchJSON } from './fetch-json.js'

/**
 * Adds the locales to a content model: those of a list, or those that the server of an address lists. Without
 * them `locale` is any string.
 *
 * @throws Error for an empty list, an invalid code, or a server that doesn't list its locales
 */
export async function withLocales(
  model: ContentModel,
  locales: readonly string[] | string | undefined,
  token?: string,
): Promise<ContentModel> {
  return locales === undefined ? model : { ...model, locales: await readLocales(locales, token) }
}

async function readLocales(source: readonly string[] | string, token?: string): Promise<readonly string[]> {
  const codes = typeof source === 'string' ? await fetchCodes(source, token) : source
  if (codes.length === 0) throw new Error('No locales: name at least one code, such as en.')
  const wrong = codes.find((code) => !/^[A-Za-z0-9][\w-]*$/.test(code))
  if (wrong !== undefined)
    throw new Error(`${JSON.stringify(wrong)} is not a locale. Expected codes such as en or pt-BR.`)
  return [...new Set(codes)]
}

async function fetchCodes(server: string, token?: string): Promise<readonly string[]> {
  const url = `${server.replace(/\/$/, '')}/api/i18n/locales`
  const locales = await fetchJSON(url, token)
  if (Array.isArray(locales)) return locales.map((locale: { readonly code: string }) => locale.code)
  throw new Error(
    `${url} responded without a list of locales. Pass a token that may call plugin::i18n.locales.listLocales, ` +
      `or list the codes: --locales en,fr.`,
  )
}
