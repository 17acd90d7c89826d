import { type ScalarType, scalarTypes } from './attribute.js'

/** The types that a custom field may store (Strapi 4: `strapi.customFields.register`). */
export type CustomFieldType = Exclude<ScalarType, 'timestamp' | 'array' | 'blocks'>

/** The stored types of custom fields, by name: `plugin::color-picker.color`. */
export type CustomFieldTypes = Readonly<Record<string, CustomFieldType>>

const notStorable: ReadonlySet<string> = new Set(['timestamp', 'array', 'blocks'])

export const customFieldTypes = scalarTypes.filter((type): type is CustomFieldType => !notStorable.has(type))

/** The custom fields of plugins that are in wide use. */
const publishedFields: CustomFieldTypes = {
  'plugin::ckeditor.CKEditor': 'richtext',
  'plugin::ckeditor5.CKEditor': 'richtext',
  'plugin::color-picker.color': 'string',
  'plugin::multi-select.multi-select': 'json',
  'plugin::tagsinput.tags': 'json',
  'plugin::country-select.country': 'string',
  'plugin::timezone-select.timezone': 'string',
  'plugin::map-field.map': 'json',
  'plugin::oembed.oembed': 'json',
  'plugin::field-uuid.uuid': 'string',
  'plugin::strapi-advanced-uuid.uuid': 'string',
}

/** Returns the stored type of a custom field. The project's own table wins over the published ones. */
export function storedType(customField: string, own: CustomFieldTypes): CustomFieldType | undefined {
  if (Object.hasOwn(own, customField)) return own[customField]
  return Object.hasOwn(publishedFields, customField) ? publishedFields[customField] : undefined
}
