import { type Component, type ContentType, isRecord, type Registry, type Schema } from '@content-api/model'
import type { ContentSanitizers } from '../entity-service/content-sanitize.js'
import { ExtensionError, unknownName } from '@content-api/core/errors/extension-error'

/** A content type or component in the form of Strapi 4. */
export interface StrapiModel {
  readonly uid: string
  readonly modelType: 'contentType' | 'component'
  readonly modelName: string
  readonly attributes: Schema['attributes']
  readonly [name: string]: unknown
}

export interface StrapiModels {
  readonly contentTypes: Readonly<Record<string, StrapiModel>>
  readonly components: Readonly<Record<string, StrapiModel>>
  /** @throws ExtensionError for an unknown content type */
  contentType(uid: string): StrapiModel
  /** @throws ExtensionError for an unknown content type or component */
  getModel(uid: string): StrapiModel
}

/**
 * The key of a model's sanitizers. `sanitize` of `@strapi/utils` only gets the model, so the model holds
 * them.
 */
const checkedBy = Symbol('checked by')

interface CheckedModel {
  readonly schema: Schema
  readonly sanitizers: ContentSanitizers
  /** Returns another model of the same service. @throws ExtensionError */
  readonly modelOf: (uid: string) => StrapiModel
}

/** Returns the schema and sanitizers of a model. @throws ExtensionError for a value that isn't a model */
export function checkedModel(model: unknown): CheckedModel {
  const found = isRecord(model) ? (model as { readonly [checkedBy]?: CheckedModel })[checkedBy] : undefined
  if (!found)
    throw new ExtensionError('sanitize and validate need a model: strapi.contentType(uid) or strapi.getModel(uid).')
  return found
}

export function strapiModels({ contentTypes, components }: Registry, sanitizers: ContentSanitizers): StrapiModels {
  const checked = (model: StrapiModel, schema: Schema): StrapiModel =>
    Object.defineProperty(model, checkedBy, {
      value: { schema, sanitizers, modelOf: (uid) => getModel(uid) } satisfies CheckedModel,
    })
  const types = Object.fromEntries([...contentTypes].map(([uid, type]) => [uid, checked(ofContentType(type), type)]))
  const parts = Object.fromEntries([...components].map(([uid, part]) => [uid, checked(ofComponent(part), part)]))
  const all = { ...types, ...parts }
  const named = (what: string, models: Readonly<Record<string, StrapiModel>>) => (uid: string) => {
    const model = Object.hasOwn(models, uid) ? models[uid] : undefined
    if (!model) throw unknownName(what, uid, Object.keys(models))
    return model
  }
  const getModel = named('The model', all)
  return {
    contentTypes: types,
    components: parts,
    contentType: named('The content type', types),
    getModel,
  }
}

function ofContentType(type: ContentType): StrapiModel {
  const { uid, kind, collectionName, singularName, pluralName, displayName, draftAndPublish, localized } = type
  const [owner = '', api = ''] = uid.split(/::|\./)
  return {
    uid,
    modelType: 'contentType',
    modelName: singularName,
    kind,
    collectionName,
    info: { singularName, pluralName, displayName },
    options: { draftAndPublish },
    pluginOptions: localized ? { i18n: { localized } } : {},
    [owner === 'plugin' ? 'plugin' : 'apiName']: api,
    globalId: globalIdOf(singularName),
    attributes: attributesOf(type),
  }
}

/** `blog-post` becomes `BlogPost`. */
const globalIdOf = (name: string) =>
  name
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')

const hidden = { configurable: false, visible: false }
/** What Strapi 4 declares of its own attributes. */
const flags: Readonly<Record<string, object>> = {
  publishedAt: { ...hidden, writable: true },
  createdBy: { ...hidden, writable: false, private: true },
  updatedBy: { ...hidden, writable: false, private: true },
  localizations: { ...hidden, writable: true, private: false },
  locale: { ...hidden, writable: true, private: false },
}

/** Returns the attributes as Strapi 4 has them in a model: without the id. */
function attributesOf({ attributes }: Pick<Schema, 'attributes'>): Schema['attributes'] {
  const entries = Object.entries(attributes).flatMap(([name, attribute]) => {
    if (name === 'id') return []
    const { localized } = attribute as { readonly localized?: boolean }
    const i18n = localized === undefined ? {} : { pluginOptions: { i18n: { localized } } }
    return [[name, { ...attribute, ...i18n, ...(Object.hasOwn(flags, name) && flags[name]) }] as const]
  })
  return Object.fromEntries(entries)
}

function ofComponent({ uid, attributes }: Component): StrapiModel {
  const [category = '', name = ''] = uid.split('.')
  return { uid, modelType: 'component', modelName: name, category, attributes: attributesOf({ attributes }) }
}
