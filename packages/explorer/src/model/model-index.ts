import type { LinkAttribute } from '@content-api/model'
import type { ExplorerAttribute, ExplorerComponent, ExplorerModel, ExplorerSchema, ExplorerType } from '../protocol.js'

/** What attributes belong to: a content type, a component, or what has no routes of its own, such as files. */
export type Schema = ExplorerSchema

export const fileType = 'plugin::upload.file'

/** The model, and where to find things in it. */
export interface ModelIndex extends ExplorerModel {
  /** By its path below the prefix, as in the address. */
  readonly typeAt: (route: string | null) => ExplorerType | undefined
  readonly typeOf: (uid: string) => ExplorerType | undefined
  readonly componentOf: (uid: string) => ExplorerComponent | undefined
  /** What a link leads to; undefined for zones and polymorphic relations, and for what the identity may not see. */
  readonly targetOf: (attribute: ExplorerAttribute) => Schema | undefined
}

export function indexModel(model: ExplorerModel): ModelIndex {
  const types = new Map(model.types.map((type) => [type.uid, type]))
  const components = new Map(model.components.map((component) => [component.uid, component]))
  const targets = new Map<string, Schema>([...model.related, ...model.types].map((schema) => [schema.uid, schema]))
  const routes = new Map(model.types.map((type) => [routeOf(type, model.api.prefix), type]))
  return {
    ...model,
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

/** `/api/articles` → `articles`. */
export function routeOf({ path }: Pick<ExplorerType, 'path'>, prefix: string): string {
  return path.slice(prefix.length).replace(/^\//, '')
}

export function attributeOf(schema: Schema | undefined, name: string): ExplorerAttribute | undefined {
  return schema?.attributes.find((attribute) => attribute.name === name)
}

/** The attributes that responses hold, or lead to. */
export function readableOf({ attributes }: Pick<Schema, 'attributes'>): readonly ExplorerAttribute[] {
  return attributes.filter(({ readable }) => readable)
}

const linkTypes: ReadonlySet<string> = new Set(['media', 'relation', 'component', 'dynamiczone'])

/** An attribute that leads to other rows, which responses hold only when they are populated. */
export function isLink(
  attribute: ExplorerAttribute,
): attribute is ExplorerAttribute & { readonly options: LinkAttribute } {
  return linkTypes.has(attribute.type)
}

export function isMorph({ options }: ExplorerAttribute): boolean {
  return options.type === 'relation' && options.relation.startsWith('morph')
}

/** Whether a link leads to any number of rows. */
export function isToMany({ options }: ExplorerAttribute): boolean {
  if (options.type === 'media') return options.multiple
  if (options.type === 'component') return options.repeatable
  if (options.type === 'relation') return options.relation.endsWith('Many')
  return options.type === 'dynamiczone'
}

/** Filters and sorts may follow relations with one target, and components. */
export function isFollowed(attribute: ExplorerAttribute): boolean {
  return attribute.type === 'component' || (attribute.type === 'relation' && !isMorph(attribute))
}
