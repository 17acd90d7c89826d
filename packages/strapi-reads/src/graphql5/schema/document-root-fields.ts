import { type ContentType, type Registry } from '@content-api/model'
import { derivedNames, pluralField, singularField, typeName } from '@content-api/interfaces/graphql/naming'
import { rowsArguments } from '@content-api/interfaces/graphql/schema/attribute-types'
import { isShown } from '@content-api/interfaces/graphql/schema/root-fields'

/** The kinds of queries of a content type in Strapi 5. */
export type DocumentQuery = 'one' | 'single' | 'list' | 'connection'

/** A field of `Query` that reads documents. */
export interface DocumentField {
  readonly name: string
  readonly kind: DocumentQuery
  readonly type: ContentType
  /** The SDL of the field. */
  readonly sdl: string
}

/** Nested relations show the same versions of documents as their root field, so types without drafts have these too. */
const versions = [
  'status: PublicationStatus = PUBLISHED',
  'hasPublishedVersion: Boolean',
  'publicationFilter: PublicationFilter',
]

/** Returns the queries of all content types. */
export function documentRootFields({ contentTypes }: Registry): readonly DocumentField[] {
  return [...contentTypes.values()].filter(isShown).flatMap((type) => {
    const name = typeName(type)
    const field = (kind: DocumentQuery, called: string, args: readonly string[], response: string): DocumentField => {
      const all = [...args, ...versions, ...(type.localized ? ['locale: I18NLocaleCode'] : [])]
      return { name: called, kind, type, sdl: `${called}(${all.join(', ')}): ${response}` }
    }
    if (type.kind === 'singleType') return [field('single', singularField(type), [], name)]
    const plural = pluralField(type)
    return [
      field('one', singularField(type), ['documentId: ID!'], name),
      field('connection', `${plural}_connection`, rowsArguments(type), derivedNames.collection(name)),
      field('list', plural, rowsArguments(type), `[${name}]!`),
    ]
  })
}
