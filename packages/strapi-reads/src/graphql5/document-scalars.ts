import type { Registry } from '@content-api/model'
import { GraphQLEnumType, GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { createScalars } from '@content-api/interfaces/graphql/scalars'
import { publicationFilterNames } from '../rest5/versions.js'

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

/** Code of a project gets the values of Strapi. */
const publicationStatus = new GraphQLEnumType({
  name: 'PublicationStatus',
  values: { DRAFT: { value: 'draft' }, PUBLISHED: { value: 'published' } },
})

const publicationFilter = new GraphQLEnumType({
  name: 'PublicationFilter',
  values: Object.fromEntries(
    publicationFilterNames.map((value) => [value.toUpperCase().replaceAll('-', '_'), { value }]),
  ),
})

/** Returns the scalars of Strapi 5, and the enumerations that have other values than names. */
export const documentScalars = (registry: Registry): readonly (GraphQLScalarType | GraphQLEnumType)[] => [
  ...Object.values({ ...createScalars(registry, []), I18NLocaleCode: localeCode }),
  publicationStatus,
  publicationFilter,
]
