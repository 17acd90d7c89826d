/** What was asked of a populated link; `true` is no more than to have it. */
export type LinkQuery = true | LinkOptions

export interface LinkOptions {
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
