import type { ContentType } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import { arrayOf } from '@content-api/interfaces/openapi/json-schema'
import { oneOf, type Parameter, sharedParameters } from '@content-api/interfaces/openapi/parameters'
import { publicationFilterNames } from '@content-api/strapi-reads/rest5/versions'

const documentIdParameter: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The `documentId`.',
  schema: { type: 'string', minLength: 1 },
}

const ifMatchParameter: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The `updatedAt` of the document in double quotes. If the document has another one, nothing changes.',
  schema: { type: 'string' },
}

const described = (one: Parameter, description: string): Parameter => ({ ...one, description })

/** Returns the parameters that all content types share, by their names. */
export function documentParameters(rest: Config['api']['rest']): Record<string, Parameter> {
  const shared = sharedParameters(rest)
  const sort = { ...shared['sort'], schema: { anyOf: [{ type: 'string' }, { type: 'array' }, { type: 'object' }] } }
  return { ...shared, sort, id: documentIdParameter, ifMatch: ifMatchParameter }
}

// Types without drafts ignore the parameters of versions.

export function statusOfRead({ draftAndPublish }: ContentType): Parameter[] {
  if (!draftAndPublish) return []
  const filter = { name: 'publicationFilter', in: 'query', schema: { type: 'string', enum: publicationFilterNames } }
  return [
    described(oneOf('status', ['published', 'draft']), 'The version of the documents, also of populated ones.'),
    described(filter, 'Only documents in this state of publication.'),
  ]
}

export function statusOfWrite({ draftAndPublish }: ContentType): Parameter[] {
  if (!draftAndPublish) return []
  const description = '`published` also publishes the document. `draft` writes its draft only.'
  return [described(oneOf('status', ['published', 'draft']), description)]
}

const code = { type: 'string', minLength: 1 }

export const locale = ({ localized }: ContentType, defaultLocale: string): Parameter[] =>
  localized ? [{ name: 'locale', in: 'query', schema: { ...code, default: defaultLocale } }] : []

export const localesOfList = ({ localized }: ContentType, defaultLocale: string): Parameter[] =>
  localized
    ? [
        {
          name: 'locale',
          in: 'query',
          description: 'A locale, several ones, or `*` for all.',
          schema: { anyOf: [code, arrayOf(code)], default: defaultLocale },
        },
      ]
    : []

export const localesOfDelete = ({ localized }: ContentType): Parameter[] =>
  localized
    ? [
        {
          name: 'locale',
          in: 'query',
          description: 'What is deleted: a locale, or `*` for all. By default, only the default locale.',
          schema: { anyOf: [code, arrayOf(code)] },
        },
      ]
    : []
