/**
 * The parsed `populate`. All forms (paths, booleans, objects) of one request are merged into one tree before
 * it is checked against the model.
 */
export class PopulateTree {
  /** True for `*`: all links of this level. */
  everything = false
  readonly links: LinkRequests

  /** @param path the parameter of this level, such as `populate[seo][populate]` */
  constructor(readonly path: string) {
    this.links = new LinkRequests(path)
  }

  /** The parameter that selects the fields of this level: `fields` or, for example, `populate[seo][fields]`. */
  get fieldsPath(): string {
    const owner = this.path.slice(0, -'[populate]'.length)
    return this.path === 'populate' ? 'fields' : `${owner}[fields]`
  }

  get isEmpty(): boolean {
    return !this.everything && this.links.size === 0
  }
}

/** The parsed `populate` of one link. */
export class LinkRequest {
  /** Unparsed values of `fields`, `filters`, `sort` and so on. They are parsed when the target type is known. */
  readonly options: Partial<Record<LinkOption, unknown>> = {}
  readonly populate: PopulateTree
  /**
   * A separate request per component of a zone or per type of a polymorphic relation; null: this request
   * applies to all.
   */
  on: LinkRequests | null = null

  /** @param path the parameter of this link, such as `populate[seo]` */
  constructor(readonly path: string) {
    this.populate = new PopulateTree(`${path}[populate]`)
  }
}

/** The requests of one level: by the name of the link, or in `on` by the uid of the component or type. */
export class LinkRequests extends Map<string, LinkRequest> {
  /** @param path the parameter of this level, such as `populate` or `populate[zone][on]` */
  constructor(readonly path: string) {
    super()
  }

  /** Returns the request with this name, and creates it if there is none. */
  add(name: string): LinkRequest {
    const known = this.get(name)
    if (known) return known
    const request = this.absent(name)
    this.set(name, request)
    return request
  }

  /** Returns a request without options that isn't part of the level. */
  absent(name: string): LinkRequest {
    return new LinkRequest(`${this.path}[${name}]`)
  }
}

/** The options without nested links, that is, all except `populate` and `on`. */
export const linkOptions = [
  'fields',
  'filters',
  'sort',
  'start',
  'limit',
  'count',
  'publicationState',
  'locale',
] as const
export type LinkOption = (typeof linkOptions)[number]

export function isLinkOption(key: string): key is LinkOption {
  return (linkOptions as readonly string[]).includes(key)
}
