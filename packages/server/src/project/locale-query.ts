import type { Config } from '../config/schema.js'
import { parseConfig } from '../config/parse.js'
import { listLocales } from '../i18n/locales.js'
import type { Database } from '@content-api/engine/database/database'
import { readImportedSettings, storeImportedSettings } from '@content-api/engine/project-store/imported-settings'
import type { DatabaseQuery } from './database-query.js'
import { ExtensionError } from './extension-error.js'
import { listedQuery } from './listed-query.js'

/** The uid of the content type that holds locales in Strapi 4. */
export const localeType = 'plugin::i18n.locale'

/**
 * Creates `strapi.db.query('plugin::i18n.locale')`. A new locale is immediately available in this process,
 * and from the next start in others. `i18n.locales` of the configuration takes precedence at the next start.
 */
export function localeQuery(database: () => Database, { i18n }: Config): DatabaseQuery {
  // The plans of requests read this list, so a change of it applies to the next request.
  const { locales, defaultLocale } = i18n
  const all = async () => listLocales(locales, defaultLocale).map(({ isDefault: _isDefault, ...locale }) => locale)
  const store = async () => {
    const stored = (await readImportedSettings(database())) ?? {}
    await database().write((transaction) =>
      storeImportedSettings(transaction, { ...stored, i18n: { defaultLocale, locales } }),
    )
  }
  return listedQuery(localeType, {
    related: [],
    all,
    async create({ code }) {
      if (typeof code !== 'string') throw new ExtensionError('A locale needs a code, such as "fr".')
      if (!locales.includes(code)) {
        const [checked = code] = parseConfig({ i18n: { defaultLocale: code } }).i18n.locales
        locales.push(checked)
        await store()
      }
      return locales.indexOf(code) + 1
    },
    update: async ({ id }) => id,
    async remove(row) {
      if (row['code'] === defaultLocale) throw new ExtensionError("The default locale can't be removed.")
      locales.splice(locales.indexOf(String(row['code'])), 1)
      await store()
    },
  })
}
