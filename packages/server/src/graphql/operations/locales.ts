import type { Config } from '../../config/schema.js'
import { block } from '../schema/definitions.js'
import { permit } from './permit.js'
import type { OperationModule, OperationSchema } from '../service.js'

const action = 'plugin::i18n.locales.listLocales'

export const localeSchema: OperationSchema = {
  typeDefs: [
    block('type', 'I18NLocale', ['name: String', 'code: String', 'createdAt: DateTime', 'updatedAt: DateTime']),
    block('type', 'I18NLocaleEntity', ['id: ID', 'attributes: I18NLocale']),
    block('type', 'I18NLocaleEntityResponse', ['data: I18NLocaleEntity']),
    block('type', 'I18NLocaleEntityResponseCollection', [
      'data: [I18NLocaleEntity!]!',
      'meta: ResponseCollectionMeta!',
    ]),
  ].join('\n'),
  query: [
    { sdl: 'i18NLocale(id: ID): I18NLocaleEntityResponse' },
    { sdl: 'i18NLocales: I18NLocaleEntityResponseCollection' },
  ],
}

/** The locales of the configuration. There are few: they are answered all at once, without arguments. */
export function localeOperations({ locales }: Config['i18n']): OperationModule {
  const since = new Date().toISOString()
  const names = new Intl.DisplayNames('en', { type: 'language' })
  const entities = locales.map((code, index) => ({
    id: String(index + 1),
    attributes: { name: `${names.of(code)} (${code})`, code, createdAt: since, updatedAt: since },
  }))
  const total = entities.length
  const all = { data: entities, meta: { pagination: { total, page: 1, pageSize: total, pageCount: 1 } } }
  return {
    ...localeSchema,
    resolvers: {
      Query: {
        i18NLocale: (_source, { id }: { id?: unknown }, context) => {
          permit(context.caller, action)
          return { data: entities.find((entity) => entity.id === id) ?? null }
        },
        i18NLocales: (_source, _given, context) => {
          permit(context.caller, action)
          return all
        },
      },
    },
  }
}
