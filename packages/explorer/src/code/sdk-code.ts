import { attributeOf, isLink, isMorph, type ModelIndex, type Schema } from '../model/model-index.js'
import type { ExplorerAttribute, ExplorerType } from '../protocol.js'
import { isQueryObject, namesIn, type Query, type QueryObject, type QueryValue } from '../state/query.js'
import { codeText, type CodeText, Translation } from './code-text.js'
import { printLiteral } from './print-literal.js'
import type { Target } from './target.js'
import { sdkFilters, translateFilters } from './translate-filters.js'
import { type Json, type JsonObject, toggleOf, wholeNumberOf } from './values.js'

interface Scope {
  readonly model: ModelIndex
  readonly translation: Translation
}

type Writer = (value: QueryValue, schema: Schema, scope: Scope, path: readonly string[]) => Json | undefined

/** The parameters that the SDK has types for, in their order in the code. */
const parameters: Readonly<Record<string, Writer>> = {
  fields: writeFields,
  filters: (value, schema, scope, path) => translateFilters(value, schema, { ...scope, language: sdkFilters, path }),
  populate: writePopulate,
  sort: writeSort,
  pagination: writePagination,
  locale: writeText,
  publicationState: writeText,
}

/**
 * Writes a program that sends the query with the SDK. It compiles with the generated content types. Assigns
 * `data` and `meta` of a list, `article` of an entry, or `homepage` of a single type.
 */
export function sdkCode(target: Target, type: ExplorerType, query: Query, model: ModelIndex): CodeText {
  const translation = new Translation()
  const isSingle = type.kind === 'singleType'
  const unusable = [
    ...(type.localized ? [] : ['locale']),
    ...(type.draftAndPublish ? [] : ['publicationState']),
    ...(isSingle || target.id !== undefined ? ['filters', 'sort', 'pagination'] : []),
  ]
  if (!type.uid.startsWith('api::')) {
    translation.leaveOut(
      [type.path],
      'The SDK has separate methods for users, and generates no type for this content type',
    )
  }
  const typed: Record<string, Json> = {}
  for (const [name, value] of Object.entries(query)) {
    const write = unusable.includes(name) ? undefined : parameters[name]
    if (!write) translation.leaveOut([name], 'The SDK has no such parameter here')
    const written = write?.(value, type, { model, translation }, [name])
    if (written !== undefined) typed[name] = written
  }
  return codeText(
    [{ title: 'TypeScript', language: 'typescript', text: program(target, type, typed, model) }],
    translation,
  )
}

function program(target: Target, type: ExplorerType, query: JsonObject, model: ModelIndex): string {
  const { prefix } = model.api
  const options = [
    `  baseURL: ${printLiteral(target.origin)},`,
    ...(prefix === '/api' ? [] : [`  prefix: ${printLiteral(prefix)},`]),
    ...(target.needsToken ? ['  token: process.env.CONTENT_API_TOKEN,'] : []),
  ]
  const names = Object.keys(query)
  return [
    "import { createClient } from '@content-api/sdk'",
    "import type { ContentTypes } from './content-types.gen.js'",
    '',
    'const api = createClient<ContentTypes>({',
    ...options,
    '})',
    callOf(target, type, names.length === 0 ? '' : printLiteral(query)),
  ].join('\n')
}

function callOf({ id }: Target, type: ExplorerType, query: string): string {
  const { singularName, pluralName } = type
  if (type.kind === 'singleType') {
    return `const ${variable(singularName)} = await api.single(${printLiteral(singularName)}).find(${query})`
  }
  const collection = `api.collection(${printLiteral(pluralName)})`
  if (id === undefined) return `const { data, meta } = await ${collection}.find(${query})`
  return `const ${variable(singularName)} = await ${collection}.findOne(${[id, ...(query ? [query] : [])].join(', ')})`
}

/** Returns the name of a variable: `home-page` → `homePage`. Invalid names and reserved words become `entry`. */
function variable(name: string): string {
  const camel = name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
  return /^[a-z][A-Za-z0-9]*$/.test(camel) && !reserved.has(camel) ? camel : 'entry'
}

const reserved: ReadonlySet<string> = new Set(
  'api,await,break,case,catch,class,const,continue,debugger,default,delete,do,else,enum,export,extends,false,finally,for,function,if,implements,import,in,instanceof,interface,let,new,null,package,private,protected,public,return,static,super,switch,this,throw,true,try,typeof,var,void,while,with,yield,process'.split(
    ',',
  ),
)

function writeText(value: QueryValue, _schema: Schema, { translation }: Scope, path: readonly string[]) {
  return typeof value === 'string' ? value : translation.leaveOut(path, 'It isn’t a string')
}

function writeFields(value: QueryValue, schema: Schema, { translation }: Scope, path: readonly string[]) {
  const names = namesIn(value)
  if (names.includes('*')) return '*'
  for (const name of names) {
    const attribute = attributeOf(schema, name)
    if (!attribute || isLink(attribute)) return translation.leaveOut(path, `${name} is not a field`)
  }
  return names.length === 0 ? translation.leaveOut(path, 'It names no field') : names
}

function writeSort(value: QueryValue, _schema: Schema, { translation }: Scope, path: readonly string[]) {
  const isNames = typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
  if (!isNames) return translation.leaveOut(path, 'In the SDK, sort must be strings')
  const names = namesIn(value)
  if (names.length === 0) return undefined
  return names.length === 1 ? names[0] : names
}

function writePagination(value: QueryValue, _schema: Schema, { translation }: Scope, path: readonly string[]) {
  if (!isQueryObject(value)) return translation.leaveOut(path, 'It is not an object')
  const written: Record<string, Json> = {}
  for (const [name, one] of Object.entries(value)) {
    const typed = name === 'withCount' && typeof one === 'string' ? toggleOf(one) : wholeNumberOf(one)
    if (typed === undefined) translation.leaveOut([...path, name], 'It is not a number')
    else written[name] = typed
  }
  return written
}

function writePopulate(value: QueryValue, schema: Schema, scope: Scope, path: readonly string[]): Json | undefined {
  if (isQueryObject(value)) return writeLinks(value, schema, scope, path)
  const names = namesIn(value)
  if (names.includes('*')) {
    return names.length === 1
      ? '*'
      : scope.translation.leaveOut(path, 'In the SDK, * can’t be combined with other names')
  }
  return names
}

function writeLinks(value: QueryObject, schema: Schema, scope: Scope, path: readonly string[]): JsonObject {
  const links: Record<string, Json> = {}
  for (const [name, query] of Object.entries(value)) {
    const attribute = attributeOf(schema, name)
    const at = [...path, name]
    if (!attribute || !isLink(attribute)) scope.translation.leaveOut(at, 'The model has no such link')
    else if (!isQueryObject(query)) links[name] = typeof query === 'string' && toggleOf(query) !== false && query !== ''
    else if (attribute.type === 'dynamiczone') links[name] = writeZone(query, scope, at)
    else links[name] = writeLink(query, attribute, scope, at)
  }
  return links
}

const optionsOf: Readonly<Record<string, readonly string[]>> = {
  relation: ['fields', 'populate', 'filters', 'sort', 'start', 'limit'],
  component: ['fields', 'populate'],
  media: ['fields'],
}

function writeLink(query: QueryObject, attribute: ExplorerAttribute, scope: Scope, path: readonly string[]): Json {
  const target = scope.model.targetOf(attribute)
  const allowed = isMorph(attribute) || !target ? [] : (optionsOf[attribute.type] ?? [])
  const options = writeOptions(query, target, allowed, scope, path)
  return Object.keys(options).length === 0 ? true : options
}

function writeOptions(
  query: QueryObject,
  target: Schema | undefined,
  allowed: readonly string[],
  scope: Scope,
  path: readonly string[],
): JsonObject {
  const options: Record<string, Json> = {}
  for (const [name, value] of Object.entries(query)) {
    const at = [...path, name]
    const isNumber = name === 'start' || name === 'limit'
    const write = isNumber ? wholeNumberOf : target && parameters[name]
    if (!allowed.includes(name) || !write) scope.translation.leaveOut(at, 'The SDK has no such option here')
    else {
      const written = isNumber ? wholeNumberOf(value) : parameters[name]?.(value, target as Schema, scope, at)
      if (written !== undefined) options[name] = written
      else if (isNumber) scope.translation.leaveOut(at, 'It is not a number')
    }
  }
  return options
}

function writeZone(query: QueryObject, scope: Scope, path: readonly string[]): Json {
  const { on, populate, ...others } = query
  for (const name of Object.keys(others)) scope.translation.leaveOut([...path, name], 'The SDK has no such option here')
  if (populate !== undefined && (on !== undefined || populate !== '*')) {
    scope.translation.leaveOut([...path, 'populate'], 'The SDK needs the fields of each component of a zone')
  }
  if (!isQueryObject(on)) return populate === '*' ? { populate: '*' } : true
  const components: Record<string, Json> = {}
  for (const [uid, of] of Object.entries(on)) {
    const component = scope.model.componentOf(uid)
    const at = [...path, 'on', uid]
    if (!component) scope.translation.leaveOut(at, 'The model has no such component')
    else if (!isQueryObject(of)) components[uid] = typeof of === 'string' && toggleOf(of) !== false
    else {
      const options = writeOptions(of, component, optionsOf['component'] ?? [], scope, at)
      components[uid] = Object.keys(options).length === 0 ? true : options
    }
  }
  return { on: components }
}
