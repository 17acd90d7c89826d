import { isRecord } from '@content-api/model'
import type { ReadFile } from './read-strapi-files.js'
import { securitySettings } from './security-settings.js'
import { type Settings, at, numberOf, bytesOf } from './settings.js'

/** The function that reads the options of each middleware of Strapi. Others have none that concern this server. */
const readers: Readonly<Record<string, (file: string, config: unknown, all: Settings) => void>> = {
  'strapi::cors': corsSettings,
  'strapi::body': bodySettings,
  'strapi::query': querySettings,
  'strapi::security': securitySettings,
  'strapi::compression': (file, config, all) => loseAll(file, 'strapi::compression', config, all),
  'strapi::logger': (file, config, all) => loseAll(file, 'strapi::logger', config, all),
}

/**
 * Reads `config/middlewares`.
 * @param folder the folder that `strapi::public` serves
 */
export function middlewareSettings(read: ReadFile | undefined, folder: string, all: Settings): void {
  const { file, value } = read ?? { file: 'config/middlewares', value: [] }
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  // Of several items the last one sets the headers, after the others.
  const configOf = (name: string) => {
    const item = list.findLast((each) => each === name || at(each, 'name') === name)
    return item === undefined ? null : { config: at(item, 'config') }
  }
  for (const [name, reads] of Object.entries(readers)) {
    reads(file, configOf(name)?.config, all)
  }
  const files = configOf('strapi::public')
  if (files) publicSettings(file, files.config, folder, all)
  const icon = configOf('strapi::favicon')
  if (icon) iconSettings(file, icon.config, all)
}

function publicSettings(file: string, config: unknown, folder: string, all: Settings): void {
  const place = 'strapi::public'
  // As in Strapi 4.26, which then serves no file at all.
  if (at(config, 'defaultIndex') !== false) all.set(file, place, 'http.publicDirectory', folder)
  all.set(file, `${place}.maxAge`, 'http.publicMaxAge', secondsOf(at(config, 'maxAge')))
  loseAll(file, place, config, all, ['defaultIndex', 'maxAge'])
}

function iconSettings(file: string, config: unknown, all: Settings): void {
  const place = 'strapi::favicon'
  const path = at(config, 'path') ?? 'favicon.png'
  all.set(file, `${place}.path`, 'http.icons', [path, 'favicon.ico'])
  loseAll(file, place, config, all, ['path'])
}

/** Strapi counts milliseconds. */
const secondsOf = (value: unknown) => (typeof value === 'number' ? Math.floor(value / 1_000) : value)

function corsSettings(file: string, config: unknown, all: Settings): void {
  const place = 'strapi::cors'
  const origin = at(config, 'origin') ?? '*'
  const origins = originsOf(origin)
  if (origins) all.set(file, `${place}.origin`, 'cors.origins', origins)
  else if (typeof origin !== 'function') {
    all.lose(file, `${place}.origin`, 'has no effect here, because it is not a list. Set cors.origins.')
  }
  for (const name of ['methods', 'headers', 'expose'] as const) {
    const value = at(config, name)
    all.set(file, `${place}.${name}`, `cors.${name}`, typeof value === 'string' ? listOf(value) : value)
  }
  all.set(file, `${place}.maxAge`, 'cors.maxAge', numberOf(at(config, 'maxAge')))
  const credentials = at(config, 'credentials')
  if (typeof credentials === 'boolean') all.set(file, `${place}.credentials`, 'cors.credentials', credentials)
  else if (credentials !== undefined) {
    all.lose(file, `${place}.credentials`, 'has no effect here, because it is not true or false.')
  }
  if (credentials === true && origins?.includes('*')) {
    all.lose(
      file,
      `${place}.credentials`,
      'has no effect with the origin "*". List the origins whose pages send cookies.',
    )
  }
  for (const name of ['keepHeadersOnError', 'keepHeaderOnError']) {
    if (at(config, name) === false)
      all.lose(file, `${place}.${name}`, 'has no effect here: responses with errors have the headers, too.')
  }
  for (const name of ['secureContext', 'privateNetworkAccess'])
    if (at(config, name) !== undefined) all.lose(file, `${place}.${name}`, 'has no effect here.')
}

function originsOf(origin: unknown): string[] | null {
  if (typeof origin === 'string') return listOf(origin).map(withoutSlash)
  if (!Array.isArray(origin) || origin.length === 0) return null
  return origin.filter((item) => typeof item === 'string').map(withoutSlash)
}

const withoutSlash = (item: string) => item.replace(/\/$/, '')
const listOf = (text: string) => text.split(',').map((item) => item.trim())

/** Options of koa-body that change nothing here. */
const silentInBody = ['patchKoa', 'patchNode', 'includeUnparsed', 'json', 'text', 'urlencoded', 'multipart']

function bodySettings(file: string, config: unknown, all: Settings): void {
  const place = 'strapi::body'
  const limits = ['jsonLimit', 'formLimit', 'textLimit']
  const sizes = limits.flatMap((name) => bytesOf(at(config, name) ?? '') ?? [])
  if (sizes.length > 0) all.set(file, `${place}.jsonLimit`, 'limits.body', Math.max(...sizes))
  const size = bytesOf(at(config, 'formidable.maxFileSize') ?? '')
  if (size !== null) all.set(file, `${place}.formidable.maxFileSize`, 'upload.sizeLimit', size)
  loseAll(file, `${place}.formidable`, at(config, 'formidable'), all, ['maxFileSize'])
  const switchedOff = ['json', 'text', 'urlencoded', 'multipart'].filter((name) => at(config, name) === false)
  for (const name of switchedOff)
    all.lose(file, `${place}.${name}`, 'has no effect here: these bodies are always parsed.')
  loseAll(file, place, config, all, [...limits, ...silentInBody, 'formidable'])
}

/** Options of qs with the limit of this server that replaces each, if the project raises it. */
const queryLimits: Readonly<Record<string, { readonly to: string; readonly usual: number }>> = {
  arrayLimit: { to: 'limits.arrayItems', usual: 1_000 },
  parameterLimit: { to: 'limits.parameters', usual: 2_000 },
  depth: { to: 'limits.filterDepth', usual: 20 },
}

function querySettings(file: string, config: unknown, all: Settings): void {
  const place = 'strapi::query'
  for (const [name, { to, usual }] of Object.entries(queryLimits)) {
    const limit = Number(at(config, name))
    if (limit > usual && Number.isFinite(limit)) all.set(file, `${place}.${name}`, to, limit)
  }
  const strict = at(config, 'strictNullHandling')
  if (strict === false) all.lose(file, `${place}.strictNullHandling`, 'has no effect here.')
  loseAll(file, place, config, all, [...Object.keys(queryLimits), 'strictNullHandling'])
}

/** Reports all options but those that are `read`. */
function loseAll(file: string, place: string, config: unknown, all: Settings, read: readonly string[] = []): void {
  for (const name of Object.keys(isRecord(config) ? config : {})) {
    // `enabled` has no effect in Strapi 4.26 either.
    if (name !== 'enabled' && !read.includes(name)) all.lose(file, `${place}.${name}`, 'has no effect here.')
  }
}
