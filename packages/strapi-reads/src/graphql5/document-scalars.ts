import type { Registry } from '@content-api/model'
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { createScalars } from '@content-api/interfaces/graphql/scalars'

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** Returns whether a code names a language that exists, whether or not the project has it. */
function isLocale(code: string): boolean {
  try {
    return languages.of(code) !== undefined
  } catch {
    return false
  }
}

/** Only literals are checked here, as in Strapi. Plans check the codes in variables. */
const localeCode = new GraphQLScalarType({
  name: 'I18NLocaleCode',
  description: 'The code of a locale, or * for all',
  parseValue: (value) => value,
  parseLiteral(node) {
    if (node.kind !== Kind.STRING) throw new GraphQLError('Locale cannot represent non string type', { nodes: node })
    if (node.value !== '*' && !isLocale(node.value)) throw new Error('Unknown locale supplied')
    return node.value
  },
})

/** Returns the scalars of Strapi 5. */
export const documentScalars = (registry: Registry): readonly GraphQLScalarType[] =>
  Object.values({ ...createScalars(registry, []), I18NLocaleCode: localeCode })
