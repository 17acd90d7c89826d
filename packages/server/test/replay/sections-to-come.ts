import type { Exchange } from './exchange.js'

/** Sections whose answers are not held to anything yet. What is taken off this list stays off it. */
const sectionsToCome: ReadonlySet<string> = new Set([
  '4.5 GraphQL: transport',
  '4.5 GraphQL: queries',
  '4.5 GraphQL: relations, components, media',
  '8 GraphQL limits',
  '4.3 GraphQL: locale',
  '5 GraphQL: authorization',
  '4.5 GraphQL: mutations',
])

/** Exchanges of these sections, and those of GraphQL that stand in others. */
export function isToCome({ section, path }: Pick<Exchange, 'section' | 'path'>): boolean {
  return sectionsToCome.has(section) || path.startsWith('/graphql')
}
