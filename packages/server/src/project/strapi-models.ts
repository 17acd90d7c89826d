import { type Component, type ContentType, isRecord, type Registry, type Schema } from '@content-api/model'
import type { ContentSanitizers } from './content-sanitize.js'
import { ExtensionError, unknownName } from './extension-error.js'

/** A content type or component as Strapi 4 describes it to code. */
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
  /** @throws ExtensionError for a content type that doesn't exist */
  contentType(uid: string): StrapiModel
  /** @throws ExtensionError for what is neither a content type nor a component */
  getModel(uid: string): StrapiModel
}

/** Where a model keeps how its entries are checked: `sanitize` of `@strapi/utils` has the model alone. */
const checkedBy = Symbol('checked by')

interface CheckedModel {
  readonly schema: Schema
  readonly sanitizers: ContentSanitizers
}

/** @throws ExtensionError for what is no model */
export function checkedModel(model: unknown): CheckedModel {
  const found = isRecord(model) ? (model as { readonly [checkedBy]?: CheckedModel })[checkedBy] : undefined
  if (!found)
    throw new ExtensionError('sanitize and validate take a model: strapi.contentType(uid), strapi.getModel(uid).')
  return found
}

export function strapiModels({ contentTypes, components }: Registry, sanitizers: ContentSanitizers): StrapiModels {
  const checked = (model: StrapiModel, schema: Schema): StrapiModel =>
    Object.defineProperty(model, checkedBy, { value: { schema, sanitizers } satisfies CheckedModel })
  const types = Object.fromEntries([...contentTypes].map(([uid, type]) => [uid, checked(ofContentType(type), type)]))
  const parts = Object.fromEntries([...components].map(([uid, part]) => [uid, checked(ofComponent(part), part)]))
  const all = { ...types, ...parts }
  const named = (what: string, models: Readonly<Record<string, StrapiModel>>) => (uid: string) => {
    const model = Object.hasOwn(models, uid) ? models[uid] : undefined
    if (!model) throw unknownName(what, uid, Object.keys(models))
    return model
  }
  return {
    contentTypes: types,
    components: parts,
    contentType: named('The content type', types),
    getModel: named('The model', all),
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
    attributes: type.attributes,
  }
}

function ofComponent({ uid, attributes }: Component): StrapiModel {
  const [category = '', name = ''] = uid.split('.')
  return { uid, modelType: 'component', modelName: name, category, attributes }
}
