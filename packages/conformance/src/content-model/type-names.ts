import { contentTypes, optionalContentTypes } from './content-types.js'

const all = [...contentTypes, ...Object.values(optionalContentTypes)]

/** The content types of the model by their short names. */
export type ModelType =
  | 'item'
  | 'rule'
  | 'article'
  | 'category'
  | 'tag'
  | 'detail'
  | 'vault'
  | 'page'
  | 'notice'
  | 'home'
  | 'list'

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
const pascal = (name: string) => camel(`-${name}`)

export interface TypeNames {
  /** The path of the REST endpoint below the base address. */
  readonly path: string
  readonly singular: string
  readonly plural: string
  /** The name of the GraphQL type. */
  readonly type: string
  /** The name of the GraphQL query for one entry. */
  readonly one: string
  /** The name of the GraphQL query for many entries. */
  readonly many: string
}

/** @throws Error if the model has no such type */
export function namesOf(name: ModelType): TypeNames {
  const schema = all.find(({ info }) => info.singularName === `conf-${name}`)
  if (!schema) throw new Error(`The content model has no type '${name}'.`)
  const { singularName, pluralName } = schema.info
  return {
    path: `/api/${schema.kind === 'singleType' ? singularName : pluralName}`,
    singular: singularName,
    plural: pluralName,
    type: pascal(singularName),
    one: camel(singularName),
    many: camel(pluralName),
  }
}

const schemaAt = (path: string) =>
  all.find(({ kind, info }) => path === `/api/${kind === 'singleType' ? info.singularName : info.pluralName}`)

/** Returns whether the content type at a path has drafts. */
export const hasDrafts = (path: string): boolean => schemaAt(path)?.options.draftAndPublish === true
/** Returns whether the content type at a path is a single type. */
export const isSingle = (path: string): boolean => schemaAt(path)?.kind === 'singleType'
/** Returns whether the content type at a path is localised. */
export const isLocalized = (path: string): boolean => schemaAt(path)?.pluginOptions.i18n?.localized === true
