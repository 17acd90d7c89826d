import { type ContentType, isScalar, type LinkAttribute, type Registry } from '@content-api/model'
import { linkTarget } from '@content-api/engine/plan/link-target'

/** Returns the relation, component or media with this name. */
export function linkIn(type: Pick<ContentType, 'attributes'>, name: string): LinkAttribute | undefined {
  const attribute = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
  return attribute && !isScalar(attribute) ? attribute : undefined
}

/** Returns the part of a path such as `author.image` that leads along links; empty if there is none. */
export function linksOf(
  registry: Registry,
  type: Pick<ContentType, 'attributes'> | undefined,
  path: string,
): readonly string[] {
  if (!type) return [path]
  const [name = '', ...more] = path.split('.')
  const link = linkIn(type, name)
  if (!link) return []
  if (more.length === 0) return [name]
  const [below] = linksOf(registry, linkTarget(link, registry), more.join('.'))
  return [below === undefined ? name : `${name}.${below}`]
}
