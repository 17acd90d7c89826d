/** The versions of the API that content types are generated for. */
export const apiVersions = ['strapi4', 'strapi5'] as const

/** The version of Strapi whose API the generated types describe. */
export type ApiVersion = (typeof apiVersions)[number]

/** One content type or component of the generated file. */
export interface GeneratedType {
  /** The interface's name. */
  readonly name: string
  /** Where it comes from, for the doc comment: a uid or the name of a GraphQL type. */
  readonly origin: string
  /** `<category>.<name>`; only components have one. */
  readonly uid?: string
  /** The TypeScript types of attributes that responses contain, by name. */
  readonly attributes: ReadonlyMap<string, string>
  /** Relations, media, components and dynamic zones, by name. */
  readonly links: ReadonlyMap<string, Link>
  /** The TypeScript types of attributes that can be written but are never returned, by name. */
  readonly hidden: ReadonlyMap<string, string>
  /** The names of attributes that `create` requires. */
  readonly required: readonly string[]
  readonly draftAndPublish: boolean
  readonly localized: boolean
}

/** A link, named after its type in the SDK: `ToOne<Author>` is `{ kind: 'ToOne', targets: ['Author'] }`. */
export type Link =
  | {
      readonly kind: 'ToOne' | 'ToMany' | 'SingleComponent' | 'RepeatableComponent' | 'DynamicZone'
      /** Interface names. */
      readonly targets: readonly string[]
    }
  | { readonly kind: 'Morph'; readonly many: boolean }
  | { readonly kind: 'SingleMedia' | 'MultipleMedia' }

/** The content of the generated file. */
export interface ContentModel {
  readonly types: readonly GeneratedType[]
  /** Interface names by plural name. */
  readonly collections: ReadonlyMap<string, string>
  /** Interface names by singular name. */
  readonly singles: ReadonlyMap<string, string>
  /** The interface name of user accounts. */
  readonly user?: string
  /** The codes of the locales, if they are known. */
  readonly locales?: readonly string[]
  /** The facts that the source doesn't show: comment lines at the start of the file. */
  readonly notes: readonly string[]
}

/** Returns an interface name: `MenuItem` for `menu-item`, `BlocksRichText` for `blocks.rich-text`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** Returns a string literal in single quotes. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Returns a function that makes interface names unique: a taken name gets the suffix, then the suffix and a number. */
export function createUniqueNames(): (wanted: string, suffix: string) => string {
  const taken = new Set([...importedNames, 'ContentTypes'])
  return (wanted, suffix) => {
    const first = /^[A-Za-z]/.test(wanted) ? wanted : `Type${wanted}`
    let name = first
    for (let attempt = 1; taken.has(name); attempt++) {
      name = `${first}${suffix}${attempt > 1 ? attempt : ''}`
    }
    taken.add(name)
    return name
  }
}

/** Attributes that the server sets, so that they are never null. */
export const neverNull: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'locale'])

/** The types that the generated file imports from the SDK where it uses them. */
export const importedNames = [
  'Blocks',
  'DynamicZone',
  'Json',
  'MediaFile',
  'Morph',
  'MultipleMedia',
  'RepeatableComponent',
  'SingleComponent',
  'SingleMedia',
  'ToMany',
  'ToOne',
] as const
