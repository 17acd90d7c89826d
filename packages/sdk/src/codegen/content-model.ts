/** What the generated file says of one content type or component. */
export interface GeneratedType {
  /** The interface's name. */
  readonly name: string
  /** For people: where it comes from. */
  readonly origin: string
  /** Only of components: `<category>.<name>`. */
  readonly uid?: string
  /** TypeScript types by name. */
  readonly attributes: ReadonlyMap<string, string>
  readonly links: ReadonlyMap<string, Link>
  readonly hidden: ReadonlyMap<string, string>
  /** The names of attributes that are required in a create. */
  readonly required: readonly string[]
  readonly draftAndPublish: boolean
  readonly localized: boolean
}

/** A link as the SDK encodes it: `ToOne<Author>` is `{ kind: 'ToOne', targets: ['Author'] }`. */
export interface Link {
  readonly kind:
    | 'ToOne'
    | 'ToMany'
    | 'Morph'
    | 'SingleMedia'
    | 'MultipleMedia'
    | 'SingleComponent'
    | 'RepeatableComponent'
    | 'DynamicZone'
  /** Names of interfaces; of `Morph`, whether there are many. */
  readonly targets: readonly string[]
}

/** All of what the generated file says. */
export interface ContentModel {
  readonly types: readonly GeneratedType[]
  /** Interface names by plural name. */
  readonly collections: ReadonlyMap<string, string>
  /** Interface names by singular name. */
  readonly singles: ReadonlyMap<string, string>
  /** Interface of the accounts. */
  readonly user?: string
  /** What the source couldn't tell, for the head of the file. */
  readonly notes: readonly string[]
}

/** `menu-item` and `blocks.rich-text` as names of interfaces: `MenuItem`, `BlocksRichText`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** A string as TypeScript writes it, in the quotes of this project. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** Gives out names, each once: who comes later gets the suffix, then a number. */
export function createNames(): (wanted: string, suffix: string) => string {
  const taken = new Set<string>()
  return (wanted, suffix) => {
    const first = /^[A-Za-z]/.test(wanted) ? wanted : `Type${wanted}`
    let name = first
    for (let attempt = 1; taken.has(name) || reserved.has(name); attempt++) {
      name = `${first}${suffix}${attempt > 1 ? attempt : ''}`
    }
    taken.add(name)
    return name
  }
}

/** Names that the generated file imports, or exports itself. */
const reserved = new Set([
  'Blocks',
  'ContentTypes',
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
])
