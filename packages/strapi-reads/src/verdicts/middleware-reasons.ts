import { isRecord } from '@content-api/model'
import { at } from '@content-api/project-files/strapi/settings'
import type { BesideSettings, ConfiguredMiddleware } from '../settings/beside-settings.js'
import { lineNaming } from './line-naming.js'
import type { NamedReason } from './plugin-reasons.js'

/** The middlewares of Strapi itself. `strapi::ip` and others may reject requests or change responses. */
const plain = [
  'body',
  'compression',
  'cors',
  'errors',
  'favicon',
  'logger',
  'poweredBy',
  'powered-by',
  'public',
  'query',
  'responses',
  'responseTime',
  'response-time',
  'security',
  'session',
].map((name) => `strapi::${name}`)

/** Options of qs whose effect is the same here: larger values are rejected, and then forwarded. */
const knownQueryOptions = ['enabled', 'strictNullHandling', 'arrayLimit', 'depth', 'parameterLimit']

/** Returns the middlewares of `config/middlewares` that may change responses. */
export function middlewareReasons(project: string, settings: BesideSettings): readonly NamedReason[] {
  const { middlewares, middlewaresFile } = settings
  return (middlewares ?? []).flatMap((middleware): NamedReason[] => {
    const message = problemOf(middleware)
    const { name, resolve } = middleware
    if (message === null) return []
    const names = [name, resolve].filter((each) => each !== null)
    return [{ names, reason: { kind: 'code', message, ...lineNaming(project, middlewaresFile, names) } }]
  })
}

function problemOf({ name, resolve, config }: ConfiguredMiddleware): string | null {
  const shown = name ?? resolve ?? 'without a name'
  if (resolve !== null || name === null || !plain.includes(name)) {
    return `The middleware ${shown} may change all responses.`
  }
  if (name === 'strapi::responses') {
    const handlers = at(config, 'handlers')
    return isRecord(handlers) && '200' in handlers ? 'strapi::responses has a handler of its own for 200.' : null
  }
  if (name !== 'strapi::query' || !isRecord(config)) return null
  if (config['strictNullHandling'] === false) return 'strapi::query reads null in another way.'
  const other = Object.keys(config).find((key) => !knownQueryOptions.includes(key))
  return other === undefined ? null : `The option ${other} of strapi::query changes how queries are read.`
}
