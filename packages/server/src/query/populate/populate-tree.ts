/**
 * The parsed `populate`. All forms (paths, booleans, objects) of one request are merged into one tree before
 * it is checked against the model.
 */
export class PopulateTree {
  /** True for `*`: all links of this level. */
  everything = false
  readonly links = new Map<string, LinkRequest>()

  get isEmpty(): boolean {
    return !this.everything && this.links.size === 0
  }
}

/** The parsed `populate` of one link. */
export class LinkRequest {
  /** Unparsed values of `fields`, `filters`, `sort` and so on. They are parsed when the target type is known. */
  readonly options: Partial<Record<LinkOption, unknown>> = {}
  readonly populate = new PopulateTree()
  /**
   * A separate request per component of a zone or per type of a polymorphic relation; null: this request
   * applies to all.
   */
  on: Map<string, LinkRequest> | null = null
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

/** Returns the request with this name, and creates it if there is none. */
export function requestOf(requests: Map<string, LinkRequest>, name: string): LinkRequest {
  let request = requests.get(name)
  if (!request) requests.set(name, (request = new LinkRequest()))
  return request
}
