import type { Random } from '../strapi-starts/random.js'
import { readContentValues } from './content-values.js'
import { callOfGraphql, drawGraphqlRead } from './generate-graphql.js'
import { callOf, drawRestRead } from './generate-rest.js'
import type { Call, Caller, HttpClient } from './http-client.js'
import type { ProofTarget } from './recorded-project.js'
import { recordedVersions } from './recorded-versions.js'
import type { Read } from './reduce-read.js'

/** How reads are drawn. Each is a share from 0 to 1. */
export interface DrawingShares {
  /** GraphQL among the reads. */
  readonly graphql: number
  /** How often a private attribute or a password is drawn like others. */
  readonly closed: number
}

export const usualShares: DrawingShares = { graphql: 0.25, closed: 0.05 }

/** Returns a function that draws reads of the recorded model, with values that the content has. */
export async function prepareDrawing(
  strapi: HttpClient,
  random: Random,
  { name, version }: ProofTarget,
  { graphql, closed } = usualShares,
): Promise<(caller?: Caller) => Read> {
  const registry = await recordedVersions[version].loadModel()
  const types = [...registry.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const content = await readContentValues(strapi, types, version)
  const drawing = { random, registry, version, ...content, sortsById: name === 'postgres', closed }
  return (caller) => {
    const read = random.chance(graphql) ? drawGraphqlRead(drawing) : drawRestRead(drawing)
    return caller === undefined ? read : { ...read, caller }
  }
}

export const callOfRead = (read: Read): Call => (read.kind === 'rest' ? callOf(read) : callOfGraphql(read))

/** Prints a request with its query in plain text. */
export function describeCall({ path, body, caller = 'public' }: Call): string {
  return `as ${caller}: ${body === undefined ? decodeURIComponent(path) : JSON.stringify(body)}`
}
