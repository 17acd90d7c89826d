import type { Component, ContentType, Registry, Schema } from '@content-api/model'
import { unknownName } from './extension-error.js'

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

export function strapiModels({ contentTypes, components }: Registry): StrapiModels {
  const types = Object.fromEntries([...contentTypes].map(([uid, type]) => [uid, ofContentType(type)]))
  const parts = Object.fromEntries([...components].map(([uid, component]) => [uid, ofComponent(component)]))
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
