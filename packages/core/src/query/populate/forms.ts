import type { ApiError } from '@content-api/engine/errors'
import { getOrCreate } from '@content-api/engine/on-demand'
import { isRecord } from '@content-api/model'
import { malformedParameter, type RawQuery, readToggle } from '../raw-value.js'
import { invalidParameter, replacedParameter } from '../../errors/invalid-parameter.js'
import { replacementOf } from '../parameter-of-others.js'

interface Reading {
  /**
   * If true, unknown options and invalid booleans are errors. If false, unknown options are ignored and
   * strings such as `yes` mean true (as in Strapi 4.26).
   */
  readonly strict: boolean
  /** Pending levels. They are read in a loop instead of recursively, so that deep nesting can't overflow the stack. */
  readonly later: (() => void)[]
}

interface Form<Into> {
  readonly matches: (raw: unknown, reading: Reading) => boolean
  readonly parse: (raw: never, into: Into, reading: Reading) => void
}

/** The forms of `populate` (specification §4.3). */
const populateForms: readonly Form<PopulateTree>[] = [
  { matches: isOff, parse: () => undefined },
  { matches: (raw) => typeof raw === 'string', parse: addCommaList },
  { matches: Array.isArray, parse: addList },
  { matches: isRecord, parse: (raw: RawQuery, tree, reading) => addLinks(raw, tree.links, reading) },
]

/** The forms of a value in the object form (under a link name) and in `on` (under the uid of a component or type). */
const linkForms: readonly Form<() => LinkRequest>[] = [
  { matches: isOff, parse: () => undefined },
  { matches: isOn, parse: (_raw, request) => void request() },
  { matches: isRecord, parse: (raw: RawQuery, request, reading) => addOptions(raw, request(), reading) },
]

/**
 * Parses `populate` in any of its forms into one tree.
 *
 * @throws ApiError ValidationError for values without a valid form and, in strict mode, for unknown options
 */
export function readPopulate(raw: unknown, strict: boolean): PopulateTree {
  const tree = new PopulateTree('populate')
  const later: Reading['later'] = [() => addPopulate(raw, tree, { strict, later })]
  // Calls append to the array during the loop.
  for (const read of later) read()
  return tree
}

function addPopulate(raw: unknown, tree: PopulateTree, reading: Reading): void {
  const form = populateForms.find(({ matches }) => matches(raw, reading))
  if (!form) throw malformedParameter('populate', 'must be *, names or an object, as in populate[0]=name')
  form.parse(raw as never, tree, reading)
}

function isOff(raw: unknown): boolean {
  return raw === undefined || raw === null || raw === '' || readToggle(raw) === false
}

function isOn(raw: unknown, { strict }: Reading): boolean {
  return readToggle(raw) === true || (!strict && typeof raw === 'string')
}

function addCommaList(text: string, tree: PopulateTree): void {
  for (const path of text.split(',')) {
    if (path.trim() !== '') addPath(path.trim(), tree)
  }
}

function addList(items: readonly unknown[], tree: PopulateTree): void {
  for (const item of items) {
    if (typeof item === 'string') addCommaList(item, tree)
    else throw mixedForms(tree.path, items)
  }
}

/** Reports a list that contains objects, or an object that has indexes: `populate[0]=a&populate[b]=true`. */
function mixedForms(path: string, parts: readonly unknown[]): ApiError {
  const names = parts.flatMap((part) => (isRecord(part) ? Object.keys(part) : typeof part === 'string' ? [part] : []))
  const example = names.filter((name) => isName.test(name)).map((name) => `${path}[${name}]=true`)
  const instead = example.length > 0 ? example.slice(0, 3).join('&') : `${path}[name]=true`
  return malformedParameter('populate', `must be either a list or an object; write ${instead}`)
}

const isName = /^[\w-]+$/
const isIndex = /^\d+$/

/** Adds a path: `seo.metaImage` populates `seo` too, `seo.*` populates all links of `seo`. */
function addPath(path: string, tree: PopulateTree): void {
  const names = path.split('.')
  let level = tree
  for (const [index, name] of names.entries()) {
    if (name === '*' && index === names.length - 1) level.everything = true
    else level = level.links.add(name).populate
  }
}

/** @param isPopulate false for `on` */
function addLinks(raw: RawQuery, requests: LinkRequests, reading: Reading, isPopulate = true): void {
  if (reading.strict && Object.keys(raw).some((key) => isIndex.test(key))) {
    const parts = Object.entries(raw).map(([key, value]) => (isIndex.test(key) ? value : { [key]: value }))
    throw mixedForms(requests.path, parts)
  }
  for (const [name, value] of Object.entries(raw)) {
    const form = linkForms.find(({ matches }) => matches(value, reading))
    if (form) form.parse(value as never, () => requests.add(name), reading)
    else {
      const mistake = malformedParameter(name, `must be true, false or an object, as in populate[${name}][populate]=*`)
      if (reading.strict || !isPopulate) throw mistake
      requests.add(name).mistake = mistake
    }
  }
}

function addOptions(raw: RawQuery, request: LinkRequest, reading: Reading): void {
  for (const [key, value] of Object.entries(raw)) {
    if (isLinkOption(key)) request.options[key] = value
    else if (key === 'populate') reading.later.push(() => addPopulate(value, request.populate, reading))
    else if (key === 'on') addStrategies(value, request, reading)
    else if (reading.strict) throw unknownOption(key, value)
  }
}

function addStrategies(raw: unknown, request: LinkRequest, reading: Reading): void {
  request.on ??= new LinkRequests(`${request.path}[on]`)
  if (isRecord(raw)) addLinks(raw, request.on, reading, false)
  else if (reading.strict)
    throw malformedParameter('on', 'must be an object, as in populate[zone][on][blocks.quote]=true')
}

function unknownOption(key: string, value: unknown): ApiError {
  if (key === 'pagination' || key === 'page' || key === 'pageSize') {
    return malformedParameter(key, 'is for the whole response; use start and limit for a populated relation')
  }
  const known = [...linkOptions, 'populate', 'on']
  const instead = replacementOf(key, value, { known, pageKey: (name) => name })
  return instead === undefined ? invalidParameter(key, known) : replacedParameter(key, instead)
}

/**
 * The parsed `populate`. All forms (paths, booleans, objects) of one request are merged into one tree before
 * it is checked against the model.
 */
export class PopulateTree {
  /** True for `*`: all links of this level. */
  everything = false
  readonly links: LinkRequests

  /** @param path the parameter of this level, such as `populate[seo][populate]` */
  constructor(readonly path: string) {
    this.links = new LinkRequests(path)
  }

  /** The parameter that selects the fields of this level: `fields` or, for example, `populate[seo][fields]`. */
  get fieldsPath(): string {
    const owner = this.path.slice(0, -'[populate]'.length)
    return this.path === 'populate' ? 'fields' : `${owner}[fields]`
  }

  get isEmpty(): boolean {
    return !this.everything && this.links.size === 0
  }

  /** Returns a tree without the links whose name isn't accepted. */
  onlyWith(accepts: (name: string) => boolean): PopulateTree {
    const tree = new PopulateTree(this.path)
    tree.everything = this.everything
    for (const [name, request] of this.links) if (accepts(name)) tree.links.set(name, request)
    return tree
  }
}

/** The parsed `populate` of one link. */
export class LinkRequest {
  /** Unparsed values of `fields`, `filters`, `sort` and so on. They are parsed when the target type is known. */
  readonly options: Partial<Record<LinkOption, unknown>> = {}
  readonly populate: PopulateTree
  /**
   * A separate request per component of a zone or per type of a polymorphic relation; null: this request
   * applies to all.
   */
  on: LinkRequests | null = null
  /** The error of a value without a valid form. Lenient requests only get it if the link exists, as in Strapi 4.26. */
  mistake: ApiError | null = null

  /** @param path the parameter of this link, such as `populate[seo]` */
  constructor(readonly path: string) {
    this.populate = new PopulateTree(`${path}[populate]`)
  }
}

/** The requests of one level: by the name of the link, or in `on` by the uid of the component or type. */
class LinkRequests extends Map<string, LinkRequest> {
  /** @param path the parameter of this level, such as `populate` or `populate[zone][on]` */
  constructor(readonly path: string) {
    super()
  }

  /** Returns the request with this name, and creates it if there is none. */
  add(name: string): LinkRequest {
    return getOrCreate(this, name, () => this.absent(name))
  }

  /** Returns a request without options that isn't part of the level. */
  absent(name: string): LinkRequest {
    return new LinkRequest(`${this.path}[${name}]`)
  }
}

/** The options without nested links, that is, all except `populate` and `on`. */
const listOptions = ['fields', 'filters', 'sort', 'start', 'limit'] as const
export const linkOptions = [...listOptions, 'count', 'publicationState', 'locale'] as const
export type LinkOption = (typeof linkOptions)[number]

function isLinkOption(key: string): key is LinkOption {
  return (linkOptions as readonly string[]).includes(key)
}
