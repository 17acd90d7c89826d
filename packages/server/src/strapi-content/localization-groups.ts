import type { ContentType } from '@content-api/model'
import type { LinkStore } from './link-store.js'

/**
 * Returns the least id in the localization group of each linked entry, by the entry's type and id. Strapi
 * links every pair of a group, but some of these links may be missing.
 */
export function localizationGroups(
  links: LinkStore,
  types: Iterable<ContentType>,
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const groups = new Map<string, ReadonlyMap<number, number>>()
  for (const { uid, localized } of types) if (localized) groups.set(uid, groupsOf(links, uid))
  return groups
}

function groupsOf(links: LinkStore, uid: string): ReadonlyMap<number, number> {
  const parents = new Map<number, number>()
  const root = (id: number): number => {
    let at = id
    for (let up = parents.get(at); up !== undefined && up !== at; up = parents.get(at)) at = up
    return at
  }
  for (const { source, target } of links.field(uid, 'localizations')) {
    const [a, b] = [root(source), root(target)]
    parents.set(Math.max(a, b), Math.min(a, b))
  }
  return new Map([...parents.keys()].map((id) => [id, root(id)]))
}
