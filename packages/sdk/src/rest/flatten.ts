/** What was asked of a populated link; `true` is no more than to have it. */
type LinkQuery = true | Options

interface Options {
  readonly populate?: unknown
  readonly on?: Readonly<Record<string, LinkQuery>>
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return Object(value) === value
}

/** What `populate` asks of the link of that name, in any of its forms; falsy when it asks nothing. */
export function linkQuery(populate: unknown, name: string): LinkQuery | 0 | undefined {
  if (!Array.isArray(populate)) return populate === '*' || (populate as Record<string, LinkQuery> | undefined)?.[name]
  const paths = (populate as string[]).filter((path) => `${path}.`.startsWith(`${name}.`))
  return paths.length && { populate: paths.map((path) => path.slice(name.length + 1)) }
}

/**
 * An answer or a populated link without its wrappers: `{ data }` is taken off, attributes stand beside the id. Only what
 * was populated is looked into, so a JSON attribute that happens to look like an entry stays as it is.
 */
export function flatten(value: unknown, query: LinkQuery): unknown {
  if (Array.isArray(value)) return value.map((item) => flatten(item, query))
  if (!isObject(value)) return value
  const { id, attributes, data, __component } = value
  if (!id && data !== undefined) return flatten(data, query)
  const fields: Record<string, unknown> = isObject(attributes) ? { id, ...attributes } : { ...value }
  const { on, populate } = query as Options
  for (const name in fields) {
    const asked = linkQuery(on ? (on[__component as string] as Options | undefined)?.populate : populate, name)
    if (asked) fields[name] = flatten(fields[name], asked)
  }
  return fields
}
