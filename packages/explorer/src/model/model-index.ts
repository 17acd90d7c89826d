import type { LinkAttribute } from '@content-api/model'
import { type ContentForm, contentForms } from './content-form.js'
import type { ExplorerAttribute, ExplorerComponent, ExplorerModel, ExplorerSchema, ExplorerType } from '../protocol.js'

/** The owner of attributes: a content type, a component, or a type without routes, such as files. */
export type Schema = ExplorerSchema

export const fileType = 'plugin::upload.file'

/** The model with lookup functions. */
export interface ModelIndex extends ExplorerModel {
  readonly content: ContentForm
  /** Finds a type by its path below the prefix, as in the address. */
  readonly typeAt: (route: string | null) => ExplorerType | undefined
  readonly typeOf: (uid: string) => ExplorerType | undefined
  readonly componentOf: (uid: string) => ExplorerComponent | undefined
  /**
   * Returns the target of a link; undefined for zones, polymorphic relations and targets that the identity
   * may not see.
   */
  readonly targetOf: (attribute: ExplorerAttribute) => Schema | undefined
}

export function indexModel(model: ExplorerModel): ModelIndex {
  const types = new Map(model.types.map((type) => [type.uid, type]))
  const components = new Map(model.components.map((component) => [component.uid, component]))
  const targets = new Map<string, Schema>([...model.related, ...model.types].map((schema) => [schema.uid, schema]))
  const routes = new Map(model.types.map((type) => [routeOf(type, model.api.prefix), type]))
  return {
    ...model,
    content: contentForms[model.form],
    typeAt: (route) => (route === null ? undefined : routes.get(route)),
    typeOf: (uid) => types.get(uid),
    componentOf: (uid) => components.get(uid),
    targetOf: ({ options }) => {
      if (options.type === 'media') return targets.get(fileType)
      if (options.type === 'component') return components.get(options.component)
      return options.type === 'relation' && options.target !== undefined ? targets.get(options.target) : undefined
    },
  }
}

/** Returns the path below the prefix: `/api/articles` → `articles`. */
export function routeOf({ path }: Pick<ExplorerType, 'path'>, prefix: string): string {
  return path.slice(prefix.length).replace(/^\//, '')
}

export function attributeOf(schema: Schema | undefined, name: string): ExplorerAttribute | undefined {
  return schema?.attributes.find((attribute) => attribute.name === name)
}

/** Returns the attributes that responses can contain. */
export function readableOf({ attributes }: Pick<Schema, 'attributes'>): readonly ExplorerAttribute[] {
  return attributes.filter(({ readable }) => readable)
}

const linkTypes: ReadonlySet<string> = new Set(['media', 'relation', 'component', 'dynamiczone'])

/** Returns whether an attribute leads to other rows, which responses only contain if they are populated. */
export function isLink(
  attribute: ExplorerAttribute,
): attribute is ExplorerAttribute & { readonly options: LinkAttribute } {
  return linkTypes.has(attribute.type)
}

export function isMorph({ options }: ExplorerAttribute): boolean {
  return options.type === 'relation' && options.relation.startsWith('morph')
}

/** Returns whether a link leads to several rows. */
export function isToMany({ options }: ExplorerAttribute): boolean {
  if (options.type === 'media') return options.multiple
  if (options.type === 'component') return options.repeatable
  if (options.type === 'relation') return options.relation.endsWith('Many')
  return options.type === 'dynamiczone'
}

/** Returns whether filters and sorts may follow a link: relations with one target type, and components. */
export function isFollowed(attribute: ExplorerAttribute): boolean {
  return attribute.type === 'component' || (attribute.type === 'relation' && !isMorph(attribute))
}
