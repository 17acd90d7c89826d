/** An attribute in the format of Strapi 4 schema files. */
export interface SchemaAttribute {
  readonly type: string
  readonly [option: string]: unknown
}

export interface ContentTypeSchema {
  readonly kind: 'collectionType' | 'singleType'
  readonly collectionName: string
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string }
  readonly options: { readonly draftAndPublish: boolean; readonly populateCreatorFields?: boolean }
  readonly pluginOptions: { readonly i18n?: { readonly localized: boolean } }
  readonly attributes: Readonly<Record<string, SchemaAttribute>>
}

export interface ComponentSchema {
  readonly collectionName: string
  readonly info: { readonly displayName: string }
  readonly attributes: Readonly<Record<string, SchemaAttribute>>
}

/**
 * The attribute for the marker: a string that identifies the run and the scenario that created an entry.
 * Every content type of the model has it.
 */
export const markerAttribute = 'marker'

interface TypeOptions {
  readonly draftAndPublish?: boolean
  readonly populateCreatorFields?: boolean
  readonly localized?: boolean
  readonly kind?: ContentTypeSchema['kind']
}

const title = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase())

/** Returns a content type whose plural name adds an s (or replaces y by ies). */
export function contentType(
  singularName: string,
  attributes: Readonly<Record<string, SchemaAttribute>>,
  { draftAndPublish = false, populateCreatorFields, localized, kind = 'collectionType' }: TypeOptions = {},
): ContentTypeSchema {
  const pluralName = singularName.endsWith('y') ? `${singularName.slice(0, -1)}ies` : `${singularName}s`
  return {
    kind,
    collectionName: pluralName.replaceAll('-', '_'),
    info: { singularName, pluralName, displayName: title(singularName) },
    options: { draftAndPublish, ...(populateCreatorFields === undefined ? {} : { populateCreatorFields }) },
    pluginOptions: localized ? { i18n: { localized: true } } : {},
    attributes: { [markerAttribute]: { type: 'string' }, ...attributes },
  }
}

export const uidOf = (singularName: string) => `api::${singularName}.${singularName}`

export const localizedAttribute = (attribute: SchemaAttribute): SchemaAttribute => ({
  ...attribute,
  pluginOptions: { i18n: { localized: true } },
})

export const relation = (kind: string, target: string, options: Record<string, string> = {}): SchemaAttribute => ({
  type: 'relation',
  relation: kind,
  target: uidOf(target),
  ...options,
})
