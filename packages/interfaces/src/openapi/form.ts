import type { Attribute, ContentType, LinkAttribute, Registry, Schema } from '@content-api/model'
import type { Config } from '@content-api/core/config/schema'
import type { Can } from '@content-api/core/query/plan-context'
import type { JsonSchema } from './json-schema.js'
import type { Paths } from './operations.js'
import type { Parameter } from './parameters.js'

export type Schemas = Record<string, JsonSchema>

/** The schema of each kind of attribute that leads to other data. */
export type LinkSchemas = {
  readonly [Type in LinkAttribute['type']]: (
    registry: Registry,
    attribute: Extract<LinkAttribute, { type: Type }>,
  ) => JsonSchema
}

/** How responses and bodies hold an entry. */
export interface EntryForm {
  /** Returns the schemas of an entry in responses. One has the name `<name>Entry`. */
  readonly entry: (name: string, attributes: JsonSchema) => Schemas
  readonly outputs: Pick<LinkSchemas, 'media' | 'relation'>
  readonly inputs: Pick<LinkSchemas, 'media' | 'relation'>
  /** What bodies have besides the attributes of the schema file. */
  readonly standardInputs: (type: ContentType) => Schemas
  /** Returns an attribute with only the limits that each stored value keeps. */
  readonly checked: (attribute: Attribute, schema: Schema) => Attribute
  /** Whether filters may name attributes of files. */
  readonly filtersFiles: boolean
}

export interface CallerRights {
  readonly can: Can
  /** Returns whether the action with this full name is allowed. */
  readonly may: (action: string) => boolean
}

/** The form of an interface: of Strapi 4 or of Strapi 5. */
export interface OpenApiForm extends EntryForm {
  readonly sharedSchemas: Schemas
  /** Returns the parameters that all content types share, by their names. */
  readonly sharedParameters: (rest: Config['api']['rest']) => Record<string, Parameter>
  /** Returns the paths of a content type with the operations that the caller may use. */
  readonly pathsOf: (registry: Registry, type: ContentType, locales: readonly string[], can: Can) => Paths
  /** Returns the paths of users, files and other parts with routes of their own. */
  readonly otherPaths: (registry: Registry, rights: CallerRights) => Paths
}
