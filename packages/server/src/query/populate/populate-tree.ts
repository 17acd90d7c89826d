/**
 * What a populate asks for, whatever form it was written in: the paths, toggles and objects of one request are merged into
 * one tree before it is held against the model.
 */
export class PopulateTree {
  /** `*`: every link of this level. */
  everything = false
  readonly links = new Map<string, LinkRequest>()

  get isEmpty(): boolean {
    return !this.everything && this.links.size === 0
  }
}

/** What is asked of one link. */
export class LinkRequest {
  /** Raw values of `fields`, `filters`, `sort` and the like; read once the type that they apply to is known. */
  readonly options: Partial<Record<LinkOption, unknown>> = {}
  readonly populate = new PopulateTree()
  /** A strategy per component of a zone or per type of a polymorphic relation; null: all share this one. */
  on: Map<string, LinkRequest> | null = null
}

/** The options that are values; `populate` and `on` lead further down. */
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

/** The request with this name, made when it is named for the first time. */
export function requestOf(requests: Map<string, LinkRequest>, name: string): LinkRequest {
  let request = requests.get(name)
  if (!request) requests.set(name, (request = new LinkRequest()))
  return request
}
