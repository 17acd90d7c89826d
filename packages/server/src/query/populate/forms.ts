import { invalidParameter } from '../../errors/invalid-parameter.js'
import { malformedParameter, readToggle } from '../raw-value.js'
import { isRecord } from '@content-api/model'
import { isLinkOption, type LinkRequest, linkOptions, PopulateTree, requestOf } from './populate-tree.js'

interface Reading {
  /** Unknown options and toggles are errors; otherwise they are dropped, or mean yes, as observed. */
  readonly strict: boolean
  /** Links followed so far. */
  readonly depth: number
  /** What is still to be read: a level within another isn't read within its call, so that none is too deep for the stack. */
  readonly later: (() => void)[]
}

type RawRecord = Readonly<Record<string, unknown>>

interface Form<Into> {
  readonly matches: (raw: unknown, reading: Reading) => boolean
  readonly parse: (raw: never, into: Into, reading: Reading) => void
}

/** The forms of `populate` (specification §4.3). */
const populateForms: readonly Form<PopulateTree>[] = [
  { matches: isOff, parse: () => undefined },
  { matches: (raw) => typeof raw === 'string', parse: addCommaList },
  { matches: Array.isArray, parse: addList },
  { matches: isRecord, parse: (raw: RawRecord, tree, reading) => addLinks(raw, tree.links, reading) },
]

/** The forms of what the object form holds under a name, and `on` under a component or a type. */
const linkForms: readonly Form<() => LinkRequest>[] = [
  { matches: isOff, parse: () => undefined },
  { matches: isOn, parse: (_raw, request) => void request() },
  { matches: isRecord, parse: (raw: RawRecord, request, reading) => addOptions(raw, request(), reading) },
]

/** What the length of a URL allows where links have names of usual length; reading so many takes a tenth of a second. */
const deepest = 1000

/**
 * Reads a populate in any of its forms into one tree.
 *
 * @throws ApiError ValidationError for what has none of the forms and, where strict, for unknown options
 */
export function readPopulate(raw: unknown, strict: boolean): PopulateTree {
  const tree = new PopulateTree()
  const later: Reading['later'] = [() => addPopulate(raw, tree, { strict, depth: 0, later })]
  // More are added while it goes on.
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

function addCommaList(text: string, tree: PopulateTree, reading: Reading): void {
  for (const path of text.split(',')) {
    if (path.trim() !== '') addPath(path.trim(), tree, reading)
  }
}

function addList(items: readonly unknown[], tree: PopulateTree, reading: Reading): void {
  for (const item of items) {
    if (typeof item !== 'string') throw malformedParameter('populate', 'must be an array of names')
    addCommaList(item, tree, reading)
  }
}

/** `seo.metaImage` asks for `seo` too, `seo.*` for everything in it. */
function addPath(path: string, tree: PopulateTree, { depth }: Reading): void {
  const names = path.split('.')
  checkDepth(depth + names.length)
  let place = tree
  for (const [index, name] of names.entries()) {
    if (name === '*' && index === names.length - 1) place.everything = true
    else place = requestOf(place.links, name).populate
  }
}

function addLinks(raw: RawRecord, requests: Map<string, LinkRequest>, reading: Reading): void {
  checkDepth(reading.depth + 1)
  for (const [name, value] of Object.entries(raw)) {
    const form = linkForms.find(({ matches }) => matches(value, reading))
    if (!form) throw malformedParameter(name, `must be true, false or an object, as in populate[${name}][populate]=*`)
    form.parse(value as never, () => requestOf(requests, name), { ...reading, depth: reading.depth + 1 })
  }
}

function addOptions(raw: RawRecord, request: LinkRequest, reading: Reading): void {
  for (const [key, value] of Object.entries(raw)) {
    if (isLinkOption(key)) request.options[key] = value
    else if (key === 'populate') reading.later.push(() => addPopulate(value, request.populate, reading))
    else if (key === 'on') addStrategies(value, request, reading)
    else if (reading.strict) throw unknownOption(key)
  }
}

function addStrategies(raw: unknown, request: LinkRequest, reading: Reading): void {
  request.on ??= new Map()
  if (isRecord(raw)) addLinks(raw, request.on, reading)
  else if (reading.strict)
    throw malformedParameter('on', 'must be an object, as in populate[zone][on][blocks.quote]=true')
}

function unknownOption(key: string) {
  if (key === 'pagination' || key === 'page' || key === 'pageSize') {
    return malformedParameter(key, 'is for the whole answer; a populated relation takes start and limit')
  }
  return invalidParameter(key, [...linkOptions, 'populate', 'on'])
}

function checkDepth(depth: number): void {
  if (depth <= deepest) return
  const instead = 'ask for what lies deeper by a request of its own'
  throw malformedParameter('populate', `must not be nested more than ${deepest} levels deep; ${instead}`)
}
